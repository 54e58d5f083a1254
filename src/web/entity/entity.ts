import type { z } from 'zod'
import type { historyEvent } from '#shared/contract/document-history.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Page } from '#web/lib/api/client.ts'
import type { IdempotentRequest } from '#web/lib/mutations/idempotent-save.ts'

export type EntityRow = { id: number; version: number }

/** `filter` holds query parameters of the entity's list call. */
export type ListQuery = { search: string; sort: string; filter: Readonly<Record<string, string>> }
export type ListSummary = {
  count: number
  total?: string
  balanceDue?: string
  /** How many documents have no exchange rate, so that they aren't in the sums. */
  withoutRate?: number
  byStatus?: readonly SumsOfStatus[]
}
/** Whatever status the list is filtered by. */
export type SumsOfStatus = { status: string; count: number; total: string; balanceDue?: string }

export type ListSource<Row extends { id: number }> = {
  /** '/export' below it returns a file. */
  path: `/api/${string}`
  list: (ask: ListQuery & { limit: number; after: string | undefined }, signal: AbortSignal) => Promise<Page<Row[]>>
  /** Counts on the server. Without it only fully loaded lists are counted. */
  summary?: (ask: Pick<ListQuery, 'search' | 'filter'>, signal: AbortSignal) => Promise<ListSummary>
  /** For rows that are all loaded. */
  summarize: (rows: readonly Row[], home: Currency) => ListSummary
  /** The server searches the same fields. */
  searchIn: (row: Row) => readonly (string | null)[]
}

export type Entity<Row extends EntityRow, Body> = ListSource<Row> & {
  noun: string
  one: (id: number, signal: AbortSignal) => Promise<Row>
  history: (id: number, signal: AbortSignal) => Promise<z.input<typeof historyEvent>[]>
  create: (body: Body, request: IdempotentRequest) => Promise<Row>
  /** `version` is the one that the form started from: an outdated one is rejected. */
  update: (id: number, body: Body & { version: number }, request: IdempotentRequest) => Promise<Row>
  remove: (id: number, request: IdempotentRequest) => Promise<unknown>
  restore: (id: number, request: IdempotentRequest) => Promise<unknown>
  /** The first is the default. */
  sorts: readonly { value: string; label: string }[]
  /** By URL parameter, with a validator each; other parameters are ignored. */
  filters?: Readonly<Record<string, (value: string) => boolean>>
  describeFields: (row: Row, currency: Currency) => readonly (readonly [label: string, text: string])[]
  /** Paths of other queries that a change affects. */
  alsoChanges?: readonly string[]
  /** Its records are a part of another page, where they are changed: a notice of a saved one leads nowhere. */
  isPart?: true
}

export type EntityChanges<Row extends EntityRow, Body> = Pick<
  Entity<Row, Body>,
  'noun' | 'path' | 'create' | 'update' | 'remove' | 'restore' | 'alsoChanges' | 'isPart'
>

export const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

export const toTitle = (noun: string): string => noun.split(' ').map(capitalize).join(' ')
