import type { EndpointAt } from '#modules/contract.ts'
import type { WireBodyOf, WireReplyOf } from '#shared/endpoint.ts'
import type { EndpointAddress } from '#shared/endpoint-address.ts'
import { call } from '#web/lib/api/client.ts'
import type { Entity, EntityRow } from './entity.ts'

type RecordEndpoints = {
  one: EndpointAddress<'GET'>
  history: EndpointAddress<'GET'>
  create: EndpointAddress<'POST'>
  update: EndpointAddress<'PUT'>
  remove: EndpointAddress<'DELETE'>
  restore: EndpointAddress<'POST'>
}
type RowOf<E extends RecordEndpoints> = WireReplyOf<EndpointAt<E['one']>>
type ClientOf<E extends RecordEndpoints> = Pick<
  Entity<RowOf<E> & EntityRow, WireBodyOf<EndpointAt<E['create']>>>,
  'history' | 'create' | 'update' | 'remove' | 'restore'
> & { one: (id: number, signal: AbortSignal) => Promise<RowOf<E>> }

export const createEntityClient = <E extends RecordEndpoints>({ one, history, create, update, remove, restore }: E): ClientOf<E> => {
  const send = (endpoint: EndpointAddress, request: object) => call(endpoint, request as never) as Promise<never>
  return {
    one: (id, signal) => send(one, { params: { id }, signal }),
    history: (id, signal) => send(history, { params: { id }, signal }),
    create: (body, request) => send(create, { body, ...request }),
    update: (id, body, request) => send(update, { params: { id }, body, ...request }),
    remove: (id, request) => send(remove, { params: { id }, ...request }),
    restore: (id, request) => send(restore, { params: { id }, ...request }),
  }
}
