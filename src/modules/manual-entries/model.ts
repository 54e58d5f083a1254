import { accountNumbers, getAccount, moneyAccounts } from '#shared/accounts.ts'
import { get, post } from '#shared/endpoint-address.ts'

/** A side with several accounts has the usual one first. */
type Template = {
  group: 'You' | 'Sales tax' | 'Loans' | 'Accounts' | 'Other'
  /** In the words of the owner. */
  label: string
  /** In the journal, where the owner writes nothing. */
  description: string
  debit: readonly number[]
  credit: readonly number[]
}

const a = accountNumbers

/**
 * Without those that follow from documents: what customers owe and have as credit, deposits, sales, recorded expenses, differences of rounding and rates. An
 * entry by hand would make them differ from their documents.
 */
const freeAccounts: readonly number[] = [
  ...moneyAccounts,
  ...[a.loans, a.ownerContributions, a.ownerDrawings, a.openingBalanceEquity, a.otherIncome, a.bankFees, a.interestPaid],
]

/** The keys are stored, so they must not change. */
export const manualEntryTemplates = {
  'owner-drawing': {
    group: 'You',
    label: 'I took money out for myself',
    description: 'Owner drawing',
    debit: [a.ownerDrawings],
    credit: moneyAccounts,
  },
  'owner-contribution': {
    group: 'You',
    label: 'I put my own money in',
    description: 'Owner contribution',
    debit: moneyAccounts,
    credit: [a.ownerContributions],
  },
  'income-tax-payment': {
    group: 'You',
    label: 'I paid my own income tax',
    description: 'Income tax of the owner',
    debit: [a.ownerDrawings],
    credit: moneyAccounts,
  },
  'sales-tax-payment': {
    group: 'Sales tax',
    label: 'I paid sales tax to the tax office',
    description: 'Sales tax paid',
    debit: [a.salesTaxPayable],
    credit: moneyAccounts,
  },
  'sales-tax-refund': {
    group: 'Sales tax',
    label: 'The tax office paid sales tax back',
    description: 'Sales tax refunded',
    debit: moneyAccounts,
    credit: [a.salesTaxPayable],
  },
  'loan-received': {
    group: 'Loans',
    label: 'I took out a loan',
    description: 'Loan received',
    debit: moneyAccounts,
    credit: [a.loans],
  },
  'loan-repayment': {
    group: 'Loans',
    label: 'I paid back a loan',
    description: 'Loan repaid',
    debit: [a.loans],
    credit: moneyAccounts,
  },
  'interest-paid': {
    group: 'Loans',
    label: 'I paid interest',
    description: 'Interest paid',
    debit: [a.interestPaid],
    credit: moneyAccounts,
  },
  'bank-fee': {
    group: 'Accounts',
    label: 'The bank charged a fee',
    description: 'Bank fee',
    debit: [a.bankFees],
    credit: moneyAccounts,
  },
  'other-income': {
    group: 'Accounts',
    label: 'I got interest or other income',
    description: 'Other income',
    debit: moneyAccounts,
    credit: [a.otherIncome],
  },
  'unassigned-money': {
    group: 'Accounts',
    label: 'Money came that I can’t place yet',
    description: 'Unassigned money',
    debit: [a.bank],
    credit: [a.unassignedMoney],
  },
  transfer: {
    group: 'Accounts',
    label: 'I moved money between accounts',
    description: 'Transfer',
    debit: moneyAccounts,
    credit: moneyAccounts,
  },
  'starting-balance': {
    group: 'Accounts',
    label: 'I had money when I started here',
    description: 'Starting balance',
    debit: moneyAccounts,
    credit: [a.openingBalanceEquity],
  },
  other: {
    group: 'Other',
    label: 'Something else',
    description: 'Manual entry',
    debit: freeAccounts,
    credit: freeAccounts,
  },
} as const satisfies Record<string, Template>

export type ManualEntryTemplate = keyof typeof manualEntryTemplates
export const manualEntryTemplateNames = Object.keys(manualEntryTemplates) as ManualEntryTemplate[]
export const getTemplate = (name: ManualEntryTemplate): Template => manualEntryTemplates[name]

export const sides = ['debit', 'credit'] as const
export type Side = (typeof sides)[number]

/** The usual accounts of a template, which are never the same. */
export const getUsualAccounts = (name: ManualEntryTemplate): Record<Side, number> => {
  const { debit, credit } = getTemplate(name)
  return { debit: debit[0]!, credit: credit.find((account) => account !== debit[0])! }
}

const listNames = new Intl.ListFormat('en', { type: 'disjunction' })

/** What a template says against the accounts, by field. */
export const findAccountProblems = (
  template: ManualEntryTemplate,
  { debitAccount, creditAccount }: Record<`${Side}Account`, number>,
): { path: `${Side}Account`; message: string }[] => {
  const { debit, credit } = getTemplate(template)
  const isOf = (accounts: readonly number[]) => listNames.format(accounts.map((number) => getAccount(number).name))
  if (!debit.includes(debitAccount)) return [{ path: 'debitAccount', message: `Debit account must be ${isOf(debit)}` }]
  if (!credit.includes(creditAccount)) return [{ path: 'creditAccount', message: `Credit account must be ${isOf(credit)}` }]
  return debitAccount === creditAccount ? [{ path: 'creditAccount', message: 'Choose two different accounts' }] : []
}

export const manualEntryEndpoints = {
  create: post('/api/books/manual-entries'),
  unassigned: get('/api/books/unassigned-money'),
  undo: post('/api/books/manual-entries/:id/undo'),
}
