import { type Cents, toDecimal } from '#shared/money.ts'
import { allTime, type Range } from '#shared/periods.ts'
import type { Basis } from '#shared/reports.ts'
import {
  customerCreditAccount,
  fixedAccounts,
  getCustomerAccount,
  getExpenseAccount,
  receivablesAccount,
  toAccountName,
} from './accounts.ts'
import { describeEvent, formatEntryId, getParty } from './describe-event.ts'
import type { Entry, JournalEvent } from './entry.ts'

// The journal in hledger's plain-text format; `hledger check --strict` accepts it.

/** The type of each top-level account, which hledger's balance sheet and income statement need. */
const accountTypes = [
  ['Assets', 'A'],
  ['Liabilities', 'L'],
  ['Income', 'R'],
  ['Expenses', 'X'],
] as const

const formatRangeNote = ({ from, to }: Range) => {
  const days = [from === allTime.from ? '' : `from ${from}`, to === allTime.to ? '' : `to ${to}`].filter(Boolean)
  return days.length === 0
    ? []
    : [`; Only what is dated ${days.join(' ')}: there are no opening balances, so balances are the changes of these days.`]
}

/** The head of the file: its comments, the commodity and the declarations of accounts. */
export const formatHledgerHeader = (basis: Basis, range: Range): string =>
  `${[
    `; The books, made by Billfold from invoices, payments, refunds and expenses as they stand, on ${basis === 'cash' ? 'a cash' : 'an accrual'} basis.`,
    ...formatRangeNote(range),
    '',
    'commodity $1000.00',
    '',
    ...accountTypes.map(([account, type]) => `account ${account}  ; type:${type}`),
    ...[receivablesAccount, customerCreditAccount, ...fixedAccounts].map((account) => `account ${account}`),
  ].join('\n')}\n`

const declareAccount = (account: string) => `account ${account}\n`
export const formatHledgerCustomer = (customer: { customerId: number | null; customerName: string }): string =>
  [receivablesAccount, customerCreditAccount].map((parent) => declareAccount(getCustomerAccount(parent, customer))).join('')
export const formatHledgerCategory = (category: string): string => declareAccount(getExpenseAccount(category))

/** A comma ends the value of a tag, and brackets are read as a date. */
const toTagValue = (text: string) => toAccountName(text.replace(/[,[\]]/g, ' '))
const formatTags = (event: JournalEvent) => {
  if (event.kind === 'expense') return ''
  const { number, dueDate, rate } = event.invoice
  return `  ; due:${dueDate}, rate:${toDecimal(rate)}, invoice:${toTagValue(number)}`
}

/** $-12.34 */
const formatAmount = (amount: Cents) => `$${toDecimal(amount)}`
const accountWidth = 48

/** An entry, after a blank line. The code comes before the name, so that a name in parentheses is not read as the code. */
export const formatHledgerEntry = ({ event, postings }: Entry): string => {
  const summary = [getParty(event), describeEvent(event)].map(toAccountName).filter(Boolean).join(' | ')
  const lines = postings.map(({ account, amount }) => `    ${account.padEnd(accountWidth)}  ${formatAmount(amount)}\n`)
  return `\n${event.day} (${formatEntryId(event)}) ${summary}${formatTags(event)}\n${lines.join('')}`
}
