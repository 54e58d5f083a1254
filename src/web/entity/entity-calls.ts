import type { AnyEndpoint, WireBodyOf, WireReplyOf } from '#shared/endpoint.ts'
import { type Address, call } from '../lib/api.ts'
import type { Entity, EntityRow } from './entity.ts'

/** The contract's four changes of a simple record, and the look at one: each stands at the list's path, or below it. */
type Changes = Record<'one' | 'create' | 'update' | 'remove' | 'restore', AnyEndpoint>

/** What reads and changes a record of this contract: `entityCalls<typeof itemsApi>('/api/items')`. */
export const entityCalls = <Api extends Changes>(
  path: Api['create']['path'],
): Pick<Entity<EntityRow, WireBodyOf<Api['create']>>, 'create' | 'update' | 'remove' | 'restore'> & {
  one: (id: number, signal: AbortSignal) => Promise<WireReplyOf<Api['one']>>
} => {
  const send = (
    method: AnyEndpoint['method'],
    below: string,
    request: { params?: { id: number }; body?: unknown; idempotencyKey?: string; signal?: AbortSignal },
  ) => call({ method, path: `${path}${below}` } as Address<AnyEndpoint>, request as never)
  return {
    one: (id, signal) => send('GET', '/:id', { params: { id }, signal }) as Promise<WireReplyOf<Api['one']>>,
    create: (body, idempotencyKey) => send('POST', '', { body, idempotencyKey }),
    update: (id, body) => send('PUT', '/:id', { params: { id }, body }),
    remove: (id) => send('DELETE', '/:id', { params: { id } }),
    restore: (id) => send('POST', '/:id/restore', { params: { id } }),
  }
}
