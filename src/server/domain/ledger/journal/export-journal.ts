import { getHomeCurrency } from '#server/domain/business/business.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { byteOrderMark, formatCsvRows } from '#server/platform/http/csv.ts'
import { accountNumbers, accountTypes, chartOfAccounts, getAccount } from '#shared/accounts.ts'
import { entryKindLabels, type JournalFormat } from '#shared/books.ts'
import type { Currency } from '#shared/currencies.ts'
import { getCurrencyDecimals } from '#shared/currency-decimals.ts'
import { toInputAmount } from '#shared/minor-units.ts'
import { type Amount, toAmount, toDecimal, zero } from '#shared/money.ts'
import { allTime, type Range } from '#shared/periods.ts'
import type { Basis } from '#shared/reports.ts'
import { customerAccounts, getAccountPath, toAccountName, topLevelAccounts } from './accounts.ts'
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

// The journal in hledger's plain-text format; `hledger check --strict` accepts it.

const formatRangeNote = ({ from, to }: Range) => {
  const days = [from === allTime.from ? '' : `from ${from}`, to === allTime.to ? '' : `to ${to}`].filter(Boolean)
  return days.length === 0
    ? []
    : [`; Only what is dated ${days.join(' ')}: there are no opening balances, so balances are the changes of these days.`]
}

const declareAccount = (path: string, comment = '') => `account ${path}${comment ? `  ; ${comment}` : ''}\n`

/** The format of a commodity's amounts; without decimals it ends with the point. */
const declareCommodity = (currency: Currency) => `commodity ${toCommodity(`1000.${'0'.repeat(getCurrencyDecimals(currency))}`, currency)}\n`

const formatHledgerHeader = (basis: Basis, range: Range, currencies: readonly Currency[]): string =>
  [
    `; The books of Billfold as they were posted, on ${basis === 'cash' ? 'a cash' : 'an accrual'} basis.\n`,
    ...formatRangeNote(range).map((note) => `${note}\n`),
    `\n${currencies.map(declareCommodity).join('')}\n`,
    ...accountTypes.map((type) => declareAccount(topLevelAccounts[type].name, `type:${topLevelAccounts[type].letter}`)),
    ...chartOfAccounts.map(({ number, name, type }) => declareAccount(`${topLevelAccounts[type].name}:${name}`, `number:${number}`)),
  ].join('')

const formatHledgerCustomer = ({ customerId, name }: { customerId: number | null; name: string | null }): string =>
  customerAccounts.map((account) => declareAccount(getAccountPath(account, customerId), toAccountName(name ?? ''))).join('')

const formatHledgerTaxes = (names: readonly string[]): string =>
  [...new Set(names.map((name) => getAccountPath(accountNumbers.salesTaxPayable, null, name)))].map((path) => declareAccount(path)).join('')

/** A comma ends the value of a tag, and brackets are read as a date. */
const toTagValue = (text: string) => toAccountName(text.replace(/[,[\]]/g, ' '))
const formatTags = ({ reference, eventDay, reversesId }: JournalEntry) => {
  const tags = [
    ...(reference === null ? [] : [`invoice:${toTagValue(reference)}`]),
    ...(eventDay === null ? [] : [`event:${eventDay}`]),
    ...(reversesId === null ? [] : [`reverses:${reversesId}`]),
  ]
  return tags.length === 0 ? '' : `  ; ${tags.join(', ')}`
}

/** '$-12.34' or '-12.34 EUR' */
const toCommodity = (amount: string, currency: Currency) => (currency === 'USD' ? `$${amount}` : `${amount} ${currency}`)
const formatCommodity = (amount: Amount, currency: Currency) => toCommodity(toInputAmount(toDecimal(amount), currency), currency)
const accountWidth = 48

/** '100.00 EUR @@ 108.42 USD': what the amount is at home is its cost. A cost has the sign of its amount, so one of the other sign stands apart. */
const formatAmounts = ({ amount, foreign }: Posting, homeCurrency: Currency): string[] => {
  if (foreign === null) return [formatCommodity(amount, homeCurrency)]
  const isCost = amount === 0 || amount > 0 === foreign.amount > 0
  const cost = isCost ? toAmount(Math.abs(amount)) : zero
  return [
    `${formatCommodity(foreign.amount, foreign.currency)} @@ ${formatCommodity(cost, homeCurrency)}`,
    ...(isCost ? [] : [formatCommodity(amount, homeCurrency)]),
  ]
}

/** The number comes before the name, so that a name in parentheses is not read as the number. */
const formatHledgerEntry = (entry: JournalEntry, homeCurrency: Currency): string => {
  const summary = [entry.name ?? '', entry.description].map(toAccountName).filter(Boolean).join(' | ')
  const lines = entry.postings.flatMap((posting) => {
    const path = getAccountPath(posting.account, posting.customerId, posting.tax).padEnd(accountWidth)
    return formatAmounts(posting, homeCurrency).map((text) => `    ${path}  ${text}\n`)
  })
  return `\n${entry.day} (${entry.id}) ${summary}${formatTags(entry)}\n${lines.join('')}`
}

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
