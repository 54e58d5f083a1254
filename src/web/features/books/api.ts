import type { BooksHealthWire, booksApi } from '#shared/contract/books.ts'
import type { Day } from '#shared/dates.ts'
import type { Range } from '#shared/periods.ts'
import type { Basis } from '#shared/reports.ts'
import { at, buildUrl, call } from '#web/lib/api/client.ts'

export type IntegrityReport = BooksHealthWire
export type JournalFormat = 'hledger' | 'csv'

/** Has everything derived anew; takes seconds where there is much. */
export const checkIntegrity = (): Promise<IntegrityReport> => call(at<typeof booksApi.health>('GET', '/api/books/health'), {})

/** Where the journal is: of everything when there is no range. */
export const journalUrl = ({ format, basis, range }: { format: JournalFormat; basis: Basis; range: Range | null }): string =>
  buildUrl('/api/books/journal', {}, { format, basis, from: range?.from, to: range?.to } satisfies Record<string, Day | string | undefined>)
