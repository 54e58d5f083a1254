import type { z } from 'zod'
import type { historyEvent } from '#shared/contract/document-history.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Page } from '#web/lib/api/client.ts'
import type { IdempotentRequest } from '#web/lib/mutations/idempotent-save.ts'

export type EntityRow = { id: number; version: number }

/** A list's search, order and filters. `filter` holds query parameters of the entity's list call. */
export type ListQuery = { search: string; sort: string; filter: Readonly<Record<string, string>> }
/** The number of matching records, and their totals where amounts are listed. */
export type ListSummary = {
  count: number
  total?: string
  balanceDue?: string
  /** How many documents have no exchange rate, so that they aren't in the sums. */
  withoutRate?: number
  byStatus?: readonly SumsOfStatus[]
}
/** The records in one status, whatever status the list is filtered by. */
export type SumsOfStatus = { status: string; count: number; total: string; balanceDue?: string }

/** Where a list's rows come from, and how loaded rows are counted and searched. */
export type ListSource<Row extends { id: number }> = {
  /** Path of the list endpoint: the first part of its query keys; '/export' below it returns a file. */
  path: `/api/${string}`
  list: (ask: ListQuery & { limit: number; after: string | undefined }, signal: AbortSignal) => Promise<Page<Row[]>>
  /** Counts on the server. Without it only fully loaded lists are counted. */
  summary?: (ask: Pick<ListQuery, 'search' | 'filter'>, signal: AbortSignal) => Promise<ListSummary>
  /** The same for rows that are all loaded. */
  summarize: (rows: readonly Row[], home: Currency) => ListSummary
  /** The texts that a search matches; the server searches the same fields. */
  searchIn: (row: Row) => readonly (string | null)[]
}

/** What distinguishes customers, items and expenses; the rest of their screens is shared. */
export type Entity<Row extends EntityRow, Body> = ListSource<Row> & {
  noun: string
  /** Reads one row in the list's format. */
  one: (id: number, signal: AbortSignal) => Promise<Row>
  /** Reads the latest changes of one row, newest first. */
  history: (id: number, signal: AbortSignal) => Promise<z.input<typeof historyEvent>[]>
  create: (body: Body, request: IdempotentRequest) => Promise<Row>
  /** `version` is the one that the form started from: an outdated one is rejected. */
  update: (id: number, body: Body & { version: number }, request: IdempotentRequest) => Promise<Row>
  remove: (id: number, request: IdempotentRequest) => Promise<unknown>
  /** Undoes a deletion. */
  restore: (id: number, request: IdempotentRequest) => Promise<unknown>
  /** The sort orders; the first is the default. */
  sorts: readonly { value: string; label: string }[]
  /** The list's filters by URL parameter, with a validator each; other parameters are ignored. */
  filters?: Readonly<Record<string, (value: string) => boolean>>
  /** The row as labels and texts, for comparing two versions. */
  describeFields: (row: Row, currency: Currency) => readonly (readonly [label: string, text: string])[]
  /** Paths of other queries that a change affects. */
  alsoChanges?: readonly string[]
  /** Its records are a part of another page, where they are changed: a notice of a saved one leads nowhere. */
  isPart?: true
}

/** What changing records takes. */
export type EntityChanges<Row extends EntityRow, Body> = Pick<
  Entity<Row, Body>,
  'noun' | 'path' | 'create' | 'update' | 'remove' | 'restore' | 'alsoChanges' | 'isPart'
>

export const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** 'Tax Rate' for 'tax rate'. */
export const toTitle = (noun: string): string => noun.split(' ').map(capitalize).join(' ')
