import type { UserDb } from '#server/platform/db/client.ts'
import { byteOrderMark, formatCsvRows } from '#server/platform/http/csv.ts'
import { cents, toDecimal } from '#shared/money.ts'
import { allTime, type Range } from '#shared/periods.ts'
import type { Basis } from '#shared/reports.ts'
import { describeEvent, eventLabels, formatEntryId, getParty } from './describe-event.ts'
import { buildEntry, type Entry } from './entry.ts'
import { formatHledgerCategory, formatHledgerCustomer, formatHledgerEntry, formatHledgerHeader } from './hledger.ts'
import { readCategories, readCustomers, readEvents } from './read-events.ts'

/** The head of the CSV file. Each row is a posting, with either a debit or a credit. */
const csvHeader: string = `${byteOrderMark}${formatCsvRows([
  ['Date', 'Entry', 'Type', 'Number', 'Name', 'Account', 'Debit', 'Credit', 'Description'],
])}`

const formatCsvEntries = (entries: readonly Entry[]): string =>
  formatCsvRows(
    entries.flatMap(({ event, postings }) =>
      postings.map(({ account, amount }) => [
        event.day,
        formatEntryId(event),
        eventLabels[event.kind],
        event.kind === 'expense' ? null : event.invoice.number,
        getParty(event),
        account,
        amount > 0 ? toDecimal(amount) : null,
        amount < 0 ? toDecimal(cents(-amount)) : null,
        describeEvent(event),
      ]),
    ),
  )

export type JournalFormat = 'hledger' | 'csv'
export type JournalOptions = { format: JournalFormat; basis: Basis; range?: Range }

async function* readEntries(db: UserDb, basis: Basis, range: Range): AsyncGenerator<Entry[]> {
  for await (const events of readEvents(db, range)) yield events.map((event) => buildEntry(event, basis)).filter((entry) => entry !== null)
}

async function* exportHledger(db: UserDb, basis: Basis, range: Range): AsyncGenerator<string> {
  yield formatHledgerHeader(basis, range)
  for await (const customers of readCustomers(db)) yield customers.map(formatHledgerCustomer).join('')
  yield (await readCategories(db)).map(formatHledgerCategory).join('')
  for await (const entries of readEntries(db, basis, range)) yield entries.map(formatHledgerEntry).join('')
}

async function* exportCsv(db: UserDb, basis: Basis, range: Range): AsyncGenerator<string> {
  yield csvHeader
  for await (const entries of readEntries(db, basis, range)) yield formatCsvEntries(entries)
}

/**
 * Exports the journal as the text of a file, in pieces of at most 1,000 entries.
 * @param db a repeatable-read transaction; all pieces have to be read before it ends
 */
export const exportJournal = (db: UserDb, { format, basis, range = allTime }: JournalOptions): AsyncGenerator<string> =>
  format === 'csv' ? exportCsv(db, basis, range) : exportHledger(db, basis, range)
