import type { UserDb } from '#server/platform/db/client.ts'
import { everything, type Range } from '#shared/periods.ts'
import type { Basis } from '#shared/reports.ts'
import { type Entry, entryOf } from './journal.ts'
import { journalCsvEntries, journalCsvHead } from './journal-csv.ts'
import { hledgerCategory, hledgerCustomer, hledgerEntry, hledgerHead } from './journal-hledger.ts'
import { readCategories, readCustomers, readEvents } from './journal-sql.ts'

export type JournalFormat = 'hledger' | 'csv'
export type Journal = { format: JournalFormat; basis: Basis; range?: Range }

async function* entriesOf(db: UserDb, basis: Basis, range: Range): AsyncGenerator<Entry[]> {
  for await (const events of readEvents(db, range)) yield events.map((event) => entryOf(event, basis)).filter((entry) => entry !== null)
}

async function* hledgerText(db: UserDb, basis: Basis, range: Range): AsyncGenerator<string> {
  yield hledgerHead(basis, range)
  for await (const customers of readCustomers(db)) yield customers.map(hledgerCustomer).join('')
  yield (await readCategories(db)).map(hledgerCategory).join('')
  for await (const entries of entriesOf(db, basis, range)) yield entries.map(hledgerEntry).join('')
}

async function* csvText(db: UserDb, basis: Basis, range: Range): AsyncGenerator<string> {
  yield journalCsvHead
  for await (const entries of entriesOf(db, basis, range)) yield journalCsvEntries(entries)
}

/**
 * The journal as a file, piece by piece: no more than a thousand entries are in memory.
 * @param db a transaction that sees one moment; the pieces have to be taken before it ends
 */
export const journalText = (db: UserDb, { format, basis, range = everything }: Journal): AsyncGenerator<string> =>
  format === 'csv' ? csvText(db, basis, range) : hledgerText(db, basis, range)
