import type { LookupRow } from './admin-lists.ts'

/** One line of the log as it is shown: a look-up, with those before it that were only its beginning. */
export type AuditLogEntry = {
  /** The newest of them. */
  lookup: LookupRow
  /** How many pages were read one after the other, and the rows on them; null where there are no rows. */
  pages: number
  rows: number | null
  /** Searches that were asked while this one was typed, oldest first. */
  typed: readonly string[]
}

/** What was looked at, in words. */
export const formatEntry = ({ lookup: { what, detail }, pages }: Pick<AuditLogEntry, 'lookup' | 'pages'>): string => {
  const further = pages > 1 ? `: ${pages} pages` : detail.page === 'further' ? ': a further page' : ''
  if (what === 'users.list') return (detail.search ? `Searched users for “${detail.search}”` : 'Listed users') + further
  if (what === 'users.stats') return 'Counted users'
  if (what === 'audit-log.list') return `Read the audit log${further}`
  return what
}

/** A search is asked each time that its typist pauses; pages are read as one scrolls. */
const typingMs = 5000
const scrollingMs = 300_000

/** Folds a search that was typed bit by bit, and pages that were read on and on, into one line that names them all. @param lookups newest first */
export const groupLookups = (lookups: readonly LookupRow[]): AuditLogEntry[] => {
  const lines: (AuditLogEntry & { typed: string[]; oldest: LookupRow })[] = []
  for (const lookup of lookups) {
    const line = lines.at(-1)
    const isSame = line && line.oldest.adminEmail === lookup.adminEmail && line.oldest.address === lookup.address
    if (isSame && isPageBefore(lookup, line.oldest)) {
      line.pages++
      line.rows = (line.rows ?? 0) + (rowsOf(lookup) ?? 0)
      line.oldest = lookup
    } else if (isSame && isTypedBefore(lookup, line.oldest)) {
      line.typed.unshift(String(lookup.detail.search))
      line.oldest = lookup
    } else lines.push({ lookup, pages: 1, rows: rowsOf(lookup), typed: [], oldest: lookup })
  }
  return lines.map(({ oldest: _, ...line }) => line)
}

const rowsOf = ({ detail }: LookupRow): number | null => (typeof detail.count === 'number' ? detail.count : null)
const msBetween = (before: LookupRow, after: LookupRow) => Date.parse(after.at) - Date.parse(before.at)

const isPageBefore = (before: LookupRow, after: LookupRow): boolean =>
  after.detail.page === 'further' &&
  before.what === after.what &&
  before.detail.search === after.detail.search &&
  msBetween(before, after) <= scrollingMs

const isTypedBefore = (before: LookupRow, after: LookupRow): boolean => {
  const [was, is] = [searchOf(before), searchOf(after)]
  return was !== undefined && is !== undefined && (is.startsWith(was) || was.startsWith(is)) && msBetween(before, after) <= typingMs
}

const searchOf = ({ what, detail }: LookupRow): string | undefined =>
  what === 'users.list' && detail.page === 'first' && typeof detail.search === 'string' ? detail.search : undefined
