import { accountNumbers, accountTypes, chartOfAccounts } from '#shared/accounts.ts'
import type { Currency } from '#shared/currencies.ts'
import { getCurrencyDecimals } from '#shared/currency-decimals.ts'
import { toInputAmount } from '#shared/minor-units.ts'
import { type Amount, toAmount, toDecimal, zero } from '#shared/money.ts'
import { allTime, type Range } from '#shared/periods.ts'
import type { Basis } from '#shared/reports.ts'
import { customerAccounts, getAccountPath, toAccountName, topLevelAccounts } from './accounts.ts'
import type { JournalEntry, Posting } from './read-journal.ts'

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

export const formatHledgerHeader = (basis: Basis, range: Range, currencies: readonly Currency[]): string =>
  [
    `; The books of Billfold as they were posted, on ${basis === 'cash' ? 'a cash' : 'an accrual'} basis.\n`,
    ...formatRangeNote(range).map((note) => `${note}\n`),
    `\n${currencies.map(declareCommodity).join('')}\n`,
    ...accountTypes.map((type) => declareAccount(topLevelAccounts[type].name, `type:${topLevelAccounts[type].letter}`)),
    ...chartOfAccounts.map(({ number, name, type }) => declareAccount(`${topLevelAccounts[type].name}:${name}`, `number:${number}`)),
  ].join('')

export const formatHledgerCustomer = ({ customerId, name }: { customerId: number | null; name: string | null }): string =>
  customerAccounts.map((account) => declareAccount(getAccountPath(account, customerId), toAccountName(name ?? ''))).join('')

export const formatHledgerTaxes = (names: readonly string[]): string =>
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
export const formatHledgerEntry = (entry: JournalEntry, homeCurrency: Currency): string => {
  const summary = [entry.name ?? '', entry.description].map(toAccountName).filter(Boolean).join(' | ')
  const lines = entry.postings.flatMap((posting) => {
    const path = getAccountPath(posting.account, posting.customerId, posting.tax).padEnd(accountWidth)
    return formatAmounts(posting, homeCurrency).map((text) => `    ${path}  ${text}\n`)
  })
  return `\n${entry.day} (${entry.id}) ${summary}${formatTags(entry)}\n${lines.join('')}`
}
