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

// A plain-text journal: hledger reads it with every check it has, and so do its relatives.

/** The kinds of accounts, so that balance sheet and income statement know them without guessing by their names. */
const types = [
  ['Assets', 'A'],
  ['Liabilities', 'L'],
  ['Income', 'R'],
  ['Expenses', 'X'],
] as const

const dated = ({ from, to }: Range) => {
  const days = [from === allTime.from ? '' : `from ${from}`, to === allTime.to ? '' : `to ${to}`].filter(Boolean)
  return days.length === 0
    ? []
    : [`; Only what is dated ${days.join(' ')}: there are no opening balances, so balances are the changes of these days.`]
}

/** How the file begins. */
export const formatHledgerHeader = (basis: Basis, range: Range): string =>
  `${[
    `; The books, made by Billfold from invoices, payments, refunds and expenses as they stand, on ${basis === 'cash' ? 'a cash' : 'an accrual'} basis.`,
    ...dated(range),
    '',
    'commodity $1000.00',
    '',
    ...types.map(([account, type]) => `account ${account}  ; type:${type}`),
    ...[receivablesAccount, customerCreditAccount, ...fixedAccounts].map((account) => `account ${account}`),
  ].join('\n')}\n`

const declared = (account: string) => `account ${account}\n`
export const formatHledgerCustomer = (customer: { customerId: number | null; customerName: string }): string =>
  [receivablesAccount, customerCreditAccount].map((below) => declared(getCustomerAccount(below, customer))).join('')
export const formatHledgerCategory = (category: string): string => declared(getExpenseAccount(category))

/** A comma ends a tag's value, and brackets may hold a date. */
const tagValue = (text: string) => toAccountName(text.replace(/[,[\]]/g, ' '))
const tagsOf = (event: JournalEvent) => {
  if (event.kind === 'expense') return ''
  const { number, dueDate, rate } = event.invoice
  return `  ; due:${dueDate}, rate:${toDecimal(rate)}, invoice:${tagValue(number)}`
}

/** $-12.34 */
const amountText = (amount: Cents) => `$${toDecimal(amount)}`
const accountWidth = 48

/** An entry with the line that follows it. Its code comes first, so that no name is taken for one, or for a mark. */
export const formatHledgerEntry = ({ event, postings }: Entry): string => {
  const said = [getParty(event), describeEvent(event)].map(toAccountName).filter(Boolean).join(' | ')
  const lines = postings.map(({ account, amount }) => `    ${account.padEnd(accountWidth)}  ${amountText(amount)}\n`)
  return `\n${event.day} (${formatEntryId(event)}) ${said}${tagsOf(event)}\n${lines.join('')}`
}
