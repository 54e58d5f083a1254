import type { UserDb } from '#server/platform/db/client.ts'
import { byteOrderMark, formatCsvRows } from '#server/platform/http/csv.ts'
import { cents, toDecimal } from '#shared/money.ts'
import { allTime, type Range } from '#shared/periods.ts'
import type { Basis } from '#shared/reports.ts'
import { describeEvent, eventLabels, formatEntryId, getParty } from './describe-event.ts'
import { buildEntry, type Entry } from './entry.ts'
import { formatHledgerCategory, formatHledgerCustomer, formatHledgerEntry, formatHledgerHeader } from './hledger.ts'
import { readCategories, readCustomers, readEvents } from './read-events.ts'

/** How the accountant's file begins: a row a posting, in which either debit or credit is filled. */
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

async function* entriesOf(db: UserDb, basis: Basis, range: Range): AsyncGenerator<Entry[]> {
  for await (const events of readEvents(db, range)) yield events.map((event) => buildEntry(event, basis)).filter((entry) => entry !== null)
}

async function* hledgerText(db: UserDb, basis: Basis, range: Range): AsyncGenerator<string> {
  yield formatHledgerHeader(basis, range)
  for await (const customers of readCustomers(db)) yield customers.map(formatHledgerCustomer).join('')
  yield (await readCategories(db)).map(formatHledgerCategory).join('')
  for await (const entries of entriesOf(db, basis, range)) yield entries.map(formatHledgerEntry).join('')
}

async function* csvText(db: UserDb, basis: Basis, range: Range): AsyncGenerator<string> {
  yield csvHeader
  for await (const entries of entriesOf(db, basis, range)) yield formatCsvEntries(entries)
}

/**
 * The journal as a file, piece by piece: no more than a thousand entries are in memory.
 * @param db a transaction that sees one moment; the pieces have to be taken before it ends
 */
export const exportJournal = (db: UserDb, { format, basis, range = allTime }: JournalOptions): AsyncGenerator<string> =>
  format === 'csv' ? csvText(db, basis, range) : hledgerText(db, basis, range)
