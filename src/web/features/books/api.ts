import type { BooksHealthWire } from '#shared/contract/books.ts'
import { booksEndpoints } from '#shared/contract/endpoints/books.ts'
import type { Range } from '#shared/periods.ts'
import type { Basis } from '#shared/reports.ts'
import { call, getEndpointUrl } from '#web/lib/api/client.ts'

export type IntegrityReport = BooksHealthWire
export type JournalFormat = 'hledger' | 'csv'

/** Recalculates all figures; takes seconds for large accounts. */
export const checkIntegrity = (): Promise<IntegrityReport> => call(booksEndpoints.health, {})

/** The URL of the journal: of all time when there is no range. */
export const journalUrl = ({ format, basis, range }: { format: JournalFormat; basis: Basis; range: Range | null }): string =>
  getEndpointUrl(booksEndpoints.journal, { query: { format, basis, from: range?.from, to: range?.to } })
