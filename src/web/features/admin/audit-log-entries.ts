import type { LookupRow } from './admin-lists.ts'

/** A look-up, merged with the partial searches before it. */
export type AuditLogEntry = {
  id: number
  /** The newest of the merged look-ups. */
  lookup: LookupRow
  /** The number of consecutive pages, and their rows; null for look-ups without rows. */
  pages: number
  rows: number | null
  /** Partial searches sent while typing, oldest first. */
  typed: readonly string[]
}

export const formatEntry = ({ lookup: { what, detail }, pages }: Pick<AuditLogEntry, 'lookup' | 'pages'>): string => {
  const further = pages > 1 ? `: ${pages} pages` : detail.page === 'further' ? ': a further page' : ''
  if (what === 'users.list') return (detail.search ? `Searched users for “${detail.search}”` : 'Listed users') + further
  if (what === 'users.stats') return 'Counted users'
  if (what === 'audit-log.list') return `Read the audit log${further}`
  return what
}

/** Searches are sent at each pause in typing; pages are read while scrolling. */
const typingMs = 5000
const scrollingMs = 300_000

/** @param lookups newest first */
export const groupLookups = (lookups: readonly LookupRow[]): AuditLogEntry[] => {
  const lines: (AuditLogEntry & { typed: string[]; oldest: LookupRow })[] = []
  for (const lookup of lookups) {
    const line = lines.at(-1)
    const isSame = line && line.oldest.adminEmail === lookup.adminEmail && line.oldest.address === lookup.address
    if (isSame && isPreviousPage(lookup, line.oldest)) {
      line.pages++
      line.rows = (line.rows ?? 0) + (getRowCount(lookup) ?? 0)
      line.oldest = lookup
    } else if (isSame && isPartialSearch(lookup, line.oldest)) {
      line.typed.unshift(String(lookup.detail.search))
      line.oldest = lookup
    } else lines.push({ id: lookup.id, lookup, pages: 1, rows: getRowCount(lookup), typed: [], oldest: lookup })
  }
  return lines.map(({ oldest: _, ...line }) => line)
}

const getRowCount = ({ detail }: LookupRow): number | null => (typeof detail.count === 'number' ? detail.count : null)
const getGapMs = (before: LookupRow, after: LookupRow) => Date.parse(after.at) - Date.parse(before.at)

const isPreviousPage = (before: LookupRow, after: LookupRow): boolean =>
  after.detail.page === 'further' &&
  before.what === after.what &&
  before.detail.search === after.detail.search &&
  getGapMs(before, after) <= scrollingMs

const isPartialSearch = (before: LookupRow, after: LookupRow): boolean => {
  const [previous, next] = [getSearch(before), getSearch(after)]
  return (
    previous !== undefined &&
    next !== undefined &&
    (next.startsWith(previous) || previous.startsWith(next)) &&
    getGapMs(before, after) <= typingMs
  )
}

const getSearch = ({ what, detail }: LookupRow): string | undefined =>
  what === 'users.list' && detail.page === 'first' && typeof detail.search === 'string' ? detail.search : undefined
