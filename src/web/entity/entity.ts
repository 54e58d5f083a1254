import type { Page } from '../lib/api.ts'
import type { Request } from '../lib/saves.ts'

export type EntityRow = { id: number; version: number }

/** What a screen asks of its list. `filter` is whatever the entity's own list call understands. */
export type Ask = { search: string; sort: string; filter: Readonly<Record<string, string>> }
/** How many match, and for lists of amounts what they come to. */
export type Summary = { count: number; total?: string; balanceDue?: string }

/** Where a list gets its rows from, and how it counts and searches those that are here. */
export type ListSource<Row extends { id: number }> = {
  /** The list's path: its query key begins with it, and '/export' below it answers a file. */
  path: `/api/${string}`
  list: (ask: Ask & { limit: number; after: string | undefined }, signal: AbortSignal) => Promise<Page<Row[]>>
  /** Without it, nothing is counted that isn't here as a whole. */
  summary?: (ask: Pick<Ask, 'search' | 'filter'>, signal: AbortSignal) => Promise<Summary>
  /** The same of rows that are all here. */
  summarise: (rows: readonly Row[]) => Summary
  /** What the search looks through; the server searches the same fields. */
  searchIn: (row: Row) => readonly (string | null)[]
}

/** What differs between customers, items and expenses. Everything else about such a screen is shared. */
export type Entity<Row extends EntityRow, Body> = ListSource<Row> & {
  noun: string
  /** One row, as the list has it. */
  one: (id: number, signal: AbortSignal) => Promise<Row>
  create: (body: Body, request: Request) => Promise<Row>
  /** `version` is the one that the form was opened with: a save of a stale copy is refused. */
  update: (id: number, body: Body & { version: number }, request: Request) => Promise<Row>
  remove: (id: number, request: Request) => Promise<unknown>
  /** Undoes a deletion. */
  restore: (id: number, request: Request) => Promise<unknown>
  /** The orders that the list offers; the first is the one that nobody has to choose. */
  sorts: readonly { value: string; label: string }[]
  /** The names of its filters in the page's address, and what each may be; anything else there is ignored. */
  filters?: Readonly<Record<string, (value: string) => boolean>>
  /** The row in words, field by field, for telling two versions apart. */
  inWords: (row: Row) => readonly (readonly [label: string, text: string])[]
  /** Paths of further lists and figures that a change touches. */
  alsoChanges?: readonly string[]
}

export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
