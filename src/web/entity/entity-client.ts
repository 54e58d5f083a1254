import type { AnyEndpoint, WireBodyOf, WireReplyOf } from '#shared/endpoint.ts'
import { type Address, call } from '#web/lib/api/client.ts'
import type { IdempotentRequest } from '#web/lib/mutations/idempotent-save.ts'
import type { Entity, EntityRow } from './entity.ts'

/** The contract's four changes of a simple record, and the look at one: each stands at the list's path, or below it. */
type Changes = Record<'one' | 'create' | 'update' | 'remove' | 'restore', AnyEndpoint>

/** What reads and changes a record of this contract: `entityCalls<typeof itemsApi>('/api/items')`. */
export const createEntityClient = <Api extends Changes>(
  path: Api['create']['path'],
): Pick<Entity<WireReplyOf<Api['one']> & EntityRow, WireBodyOf<Api['create']>>, 'create' | 'update' | 'remove' | 'restore'> & {
  one: (id: number, signal: AbortSignal) => Promise<WireReplyOf<Api['one']>>
} => {
  const send = (
    method: AnyEndpoint['method'],
    below: string,
    request:
      | { params?: { id: number }; body?: unknown; signal: AbortSignal }
      | ({ params?: { id: number }; body?: unknown } & IdempotentRequest),
  ) => call({ method, path: `${path}${below}` } as Address<AnyEndpoint>, request as never)
  type Row = WireReplyOf<Api['one']> & EntityRow
  return {
    one: (id, signal) => send('GET', '/:id', { params: { id }, signal }) as Promise<WireReplyOf<Api['one']>>,
    create: (body, request) => send('POST', '', { body, ...request }) as Promise<Row>,
    update: (id, body, request) => send('PUT', '/:id', { params: { id }, body, ...request }) as Promise<Row>,
    remove: (id, request) => send('DELETE', '/:id', { params: { id }, ...request }),
    restore: (id, request) => send('POST', '/:id/restore', { params: { id }, ...request }),
  }
}
