import type { z } from 'zod'
import type { RecordModel, recordAddresses } from '#model/record.ts'
import type { EndpointAt } from '#modules/contract.ts'
import type { historyEvent } from '#shared/contract/document-history.ts'
import type { WireBodyOf, WireReplyOf } from '#shared/endpoint.ts'
import type { EndpointAddress } from '#shared/endpoint-address.ts'
import type { ListChoices, ListQuery, ListSource } from '#web/kit/list/use-list.ts'
import { call, callPage } from '#web/lib/api/client.ts'
import { refreshPaths } from '#web/lib/api/query-client.ts'
import type { IdempotentRequest } from '#web/lib/mutations/idempotent-save.ts'

export type EntityRow = { id: number; version: number }

/** What the form of a record needs. */
export type EntityChanges<Row extends EntityRow, Body> = {
  noun: string
  path: `/api/${string}`
  create: (body: Body, request: IdempotentRequest) => Promise<Row>
  /** `version` is the one that the form started from: an outdated one is rejected. */
  update: (id: number, body: Body & { version: number }, request: IdempotentRequest) => Promise<Row>
  history: (id: number, signal: AbortSignal) => Promise<z.input<typeof historyEvent>[]>
  /** Paths of other queries that a change affects. */
  alsoChanges?: readonly string[]
  /** Missing for a part of another page, where it is changed: a notice of a saved one leads nowhere. */
  getPath?: (id: number) => string
}

/** A simple record with a list page. */
export type Entity<Row extends EntityRow, Body> = ListSource<Row> &
  ListChoices &
  EntityChanges<Row, Body> & {
    model: RecordModel
    getPath: (id: number) => string
    one: (id: number, signal: AbortSignal) => Promise<Row>
    remove: (id: number, request: IdempotentRequest) => Promise<unknown>
    restore: (id: number, request: IdempotentRequest) => Promise<unknown>
  }

type ChangeAddresses = { history: EndpointAddress<'GET'>; create: EndpointAddress<'POST'>; update: EndpointAddress<'PUT'> }
export type BodyAt<A extends ChangeAddresses> = WireBodyOf<EndpointAt<A['create']>>
type RowAt<A extends ChangeAddresses> = WireReplyOf<EndpointAt<A['create']>> & EntityRow

const send = (endpoint: EndpointAddress, request: object) => call(endpoint, request as never) as Promise<never>

export const callChanges = <A extends ChangeAddresses, Row extends RowAt<A> = RowAt<A>>({
  history,
  create,
  update,
}: A): Pick<EntityChanges<Row, BodyAt<A>>, 'history' | 'create' | 'update'> => ({
  history: (id, signal) => send(history, { params: { id }, signal }),
  create: (body, request) => send(create, { body, ...request }),
  update: (id, body, request) => send(update, { params: { id }, body, ...request }),
})

type Addresses = ReturnType<typeof recordAddresses>
type ListedAt<A extends Addresses> = WireReplyOf<EndpointAt<A['list']>> extends (infer Row)[] ? Row : never
type ListRowAt<A extends Addresses> = RowAt<A> & Partial<ListedAt<A>>
type EntityAt<A extends Addresses> = Entity<ListRowAt<A>, BodyAt<A>>

/** @param own what its model does not say, and what is made otherwise */
export const createEntity = <A extends Addresses>(
  model: RecordModel,
  addresses: A,
  own: Pick<EntityAt<A>, 'sorts'> & Partial<EntityAt<A>>,
): EntityAt<A> => ({
  model,
  noun: model.kind,
  path: addresses.list.path,
  getPath: model.getPath,
  list: (query, signal) => callPage(addresses.list, { query: toQuery(query), signal } as never) as Promise<never>,
  summary: (query, signal) => send(addresses.summary, { query: toQuery(query), signal }),
  summarize: (rows) => ({ count: rows.length }),
  searchIn: (row) => {
    const texts = row as Readonly<Record<string, unknown>> as Readonly<Record<string, string | null>>
    const { names, more } = model.getSearchTexts(texts)
    return [texts[model.title] ?? null, ...names, ...more]
  },
  one: (id, signal) => send(addresses.one, { params: { id }, signal }),
  ...callChanges<A, ListRowAt<A>>(addresses),
  remove: (id, request) => send(addresses.remove, { params: { id }, ...request }),
  restore: (id, request) => send(addresses.restore, { params: { id }, ...request }),
  ...own,
})

/** The filter has been validated. */
const toQuery = ({ filter, ...query }: Pick<ListQuery, 'filter'>) => ({ ...query, ...filter })

export const refreshEntity = ({ path, alsoChanges = [] }: Pick<EntityChanges<never, never>, 'path' | 'alsoChanges'>): Promise<unknown> =>
  refreshPaths([path, ...alsoChanges])

export { capitalize, toTitle } from '#shared/record-types.ts'
