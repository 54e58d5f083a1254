import { getHomeCurrency } from '#server/domain/business/business.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { byteOrderMark, formatCsvRows } from '#server/platform/http/csv.ts'
import { getAccount } from '#shared/accounts.ts'
import { entryKindLabels, type JournalFormat } from '#shared/books.ts'
import { type Amount, toAmount, toDecimal } from '#shared/money.ts'
import { allTime, type Range } from '#shared/periods.ts'
import type { Basis } from '#shared/reports.ts'
import { getAccountPath } from './accounts.ts'
import { formatHledgerCustomer, formatHledgerEntry, formatHledgerHeader, formatHledgerTaxes } from './hledger.ts'
import { type JournalEntry, type Posting, readCurrencies, readCustomers, readJournal, readTaxNames } from './read-journal.ts'

const formatSides = (amount: Amount) => [amount > 0 ? toDecimal(amount) : null, amount < 0 ? toDecimal(toAmount(-amount)) : null]

type Columns = { head: string[]; row: (entry: JournalEntry, posting: Posting) => (string | null)[] }

const csvFormats: Record<Exclude<JournalFormat, 'hledger'>, Columns> = {
  csv: {
    head: ['Date', 'Entry', 'Type', 'Number', 'Name', 'Account', 'Debit', 'Credit', 'Description'],
    row: ({ id, day, kind, reference, name, description }, { account, customerId, tax, amount }) => [
      day,
      String(id),
      entryKindLabels[kind],
      reference,
      name,
      getAccountPath(account, customerId, tax),
      ...formatSides(amount),
      description,
    ],
  },
  // The columns that accounting programs read.
  accounting: {
    head: ['Date', 'Account Number', 'Account', 'Debit', 'Credit', 'Reference', 'Description'],
    row: ({ id, day, reference, name, description }, { account, tax, amount }) => [
      day,
      String(account),
      [getAccount(account).name, ...(tax === null ? [] : [tax])].join(': '),
      ...formatSides(amount),
      reference ?? `Entry ${id}`,
      [description, name].filter(Boolean).join(', '),
    ],
  },
}

export type JournalOptions = { format: JournalFormat; basis: Basis; range?: Range }

async function* exportHledger(db: UserDb, basis: Basis, range: Range): AsyncGenerator<string> {
  const currency = await getHomeCurrency(db)
  yield formatHledgerHeader(basis, range, [currency, ...(await readCurrencies(db, basis, range))])
  yield formatHledgerTaxes(await readTaxNames(db, basis, range))
  for await (const customers of readCustomers(db, basis, range)) yield customers.map(formatHledgerCustomer).join('')
  for await (const entries of readJournal(db, basis, range)) yield entries.map((entry) => formatHledgerEntry(entry, currency)).join('')
}

async function* exportCsv(db: UserDb, { head, row }: Columns, basis: Basis, range: Range): AsyncGenerator<string> {
  yield `${byteOrderMark}${formatCsvRows([head])}`
  for await (const entries of readJournal(db, basis, range))
    yield formatCsvRows(
      entries.flatMap((entry) => entry.postings.filter(({ amount }) => amount !== 0).map((posting) => row(entry, posting))),
    )
}

/** In pieces of at most 1,000 entries. @param db a repeatable-read transaction; all pieces have to be read before it ends */
export const exportJournal = (db: UserDb, { format, basis, range = allTime }: JournalOptions): AsyncGenerator<string> =>
  format === 'hledger' ? exportHledger(db, basis, range) : exportCsv(db, csvFormats[format], basis, range)
