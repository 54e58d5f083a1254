import type { Page } from '#web/lib/api/client.ts'
import type { IdempotentRequest } from '#web/lib/mutations/idempotent-save.ts'

export type EntityRow = { id: number; version: number }

/** What a screen asks of its list. `filter` is whatever the entity's own list call understands. */
export type ListQuery = { search: string; sort: string; filter: Readonly<Record<string, string>> }
/** How many match, and for lists of amounts what they come to. */
export type ListSummary = { count: number; total?: string; balanceDue?: string }

/** Where a list gets its rows from, and how it counts and searches those that are here. */
export type ListSource<Row extends { id: number }> = {
  /** The list's path: its query key begins with it, and '/export' below it answers a file. */
  path: `/api/${string}`
  list: (ask: ListQuery & { limit: number; after: string | undefined }, signal: AbortSignal) => Promise<Page<Row[]>>
  /** Without it, nothing is counted that isn't here as a whole. */
  summary?: (ask: Pick<ListQuery, 'search' | 'filter'>, signal: AbortSignal) => Promise<ListSummary>
  /** The same of rows that are all here. */
  summarize: (rows: readonly Row[]) => ListSummary
  /** What the search looks through; the server searches the same fields. */
  searchIn: (row: Row) => readonly (string | null)[]
}

/** What differs between customers, items and expenses. Everything else about such a screen is shared. */
export type Entity<Row extends EntityRow, Body> = ListSource<Row> & {
  noun: string
  /** One row, as the list has it. */
  one: (id: number, signal: AbortSignal) => Promise<Row>
  create: (body: Body, request: IdempotentRequest) => Promise<Row>
  /** `version` is the one that the form was opened with: a save of a stale copy is refused. */
  update: (id: number, body: Body & { version: number }, request: IdempotentRequest) => Promise<Row>
  remove: (id: number, request: IdempotentRequest) => Promise<unknown>
  /** Undoes a deletion. */
  restore: (id: number, request: IdempotentRequest) => Promise<unknown>
  /** The orders that the list offers; the first is the one that nobody has to choose. */
  sorts: readonly { value: string; label: string }[]
  /** The names of its filters in the page's address, and what each may be; anything else there is ignored. */
  filters?: Readonly<Record<string, (value: string) => boolean>>
  /** The row in words, field by field, for telling two versions apart. */
  describeFields: (row: Row) => readonly (readonly [label: string, text: string])[]
  /** Paths of further lists and figures that a change touches. */
  alsoChanges?: readonly string[]
}

export const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
