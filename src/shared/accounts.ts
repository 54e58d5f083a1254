import { expenseCategories } from './expense-categories.ts'

export const accountTypes = ['asset', 'liability', 'equity', 'income', 'expense'] as const
export type AccountType = (typeof accountTypes)[number]

export type Account = { number: number; name: string; type: AccountType }

/** The numbers are stored, so they must not change. */
export const accountNumbers = {
  bank: 1000,
  stripeClearing: 1010,
  paypalClearing: 1020,
  cash: 1030,
  receivable: 1200,
  withholdingReceivable: 1210,
  salesTaxPayable: 2200,
  customerCredit: 2300,
  deposits: 2310,
  unassignedMoney: 2320,
  loans: 2500,
  ownerContributions: 3100,
  ownerDrawings: 3200,
  openingBalanceEquity: 3900,
  sales: 4000,
  lateFees: 4010,
  otherIncome: 4800,
  rounding: 4900,
  exchangeDifference: 4910,
  paymentFees: 6000,
  badDebts: 6010,
  bankFees: 6020,
  interestPaid: 6030,
} as const

/** In the order of their categories: 6100, 6110 ... */
const firstExpenseAccount = 6100
const expenseAccounts = expenseCategories.map((name, i): Account => ({ number: firstExpenseAccount + 10 * i, name, type: 'expense' }))

export const chartOfAccounts: readonly Account[] = [
  { number: accountNumbers.bank, name: 'Bank', type: 'asset' },
  { number: accountNumbers.stripeClearing, name: 'Stripe Clearing', type: 'asset' },
  { number: accountNumbers.paypalClearing, name: 'PayPal Clearing', type: 'asset' },
  { number: accountNumbers.cash, name: 'Cash', type: 'asset' },
  { number: accountNumbers.receivable, name: 'Accounts Receivable', type: 'asset' },
  { number: accountNumbers.withholdingReceivable, name: 'Withholding Tax Receivable', type: 'asset' },
  { number: accountNumbers.salesTaxPayable, name: 'Sales Tax Payable', type: 'liability' },
  { number: accountNumbers.customerCredit, name: 'Customer Credit', type: 'liability' },
  { number: accountNumbers.deposits, name: 'Deposits', type: 'liability' },
  { number: accountNumbers.unassignedMoney, name: 'Unassigned Money', type: 'liability' },
  { number: accountNumbers.loans, name: 'Loans', type: 'liability' },
  { number: accountNumbers.ownerContributions, name: 'Owner Contributions', type: 'equity' },
  { number: accountNumbers.ownerDrawings, name: 'Owner Drawings', type: 'equity' },
  { number: accountNumbers.openingBalanceEquity, name: 'Opening Balance Equity', type: 'equity' },
  { number: accountNumbers.sales, name: 'Sales', type: 'income' },
  { number: accountNumbers.lateFees, name: 'Late Fees', type: 'income' },
  { number: accountNumbers.otherIncome, name: 'Other Income', type: 'income' },
  { number: accountNumbers.rounding, name: 'Rounding', type: 'income' },
  { number: accountNumbers.exchangeDifference, name: 'Exchange Gain or Loss', type: 'income' },
  { number: accountNumbers.paymentFees, name: 'Payment Fees', type: 'expense' },
  { number: accountNumbers.badDebts, name: 'Bad Debts', type: 'expense' },
  { number: accountNumbers.bankFees, name: 'Bank Fees', type: 'expense' },
  { number: accountNumbers.interestPaid, name: 'Interest Paid', type: 'expense' },
  ...expenseAccounts,
]

const byNumber = new Map(chartOfAccounts.map((account) => [account.number, account]))

/** @throws RangeError for a number that is not in the chart */
export const getAccount = (number: number): Account => {
  const account = byNumber.get(number)
  if (!account) throw new RangeError(`there is no account ${number}`)
  return account
}

export const moneyAccounts: readonly number[] = [
  ...[accountNumbers.bank, accountNumbers.stripeClearing, accountNumbers.paypalClearing, accountNumbers.cash],
]

/** The provider's clearing account, or the bank for payments recorded by hand. */
export const getMoneyAccount = (provider: string): number =>
  provider === 'stripe' ? accountNumbers.stripeClearing : provider === 'paypal' ? accountNumbers.paypalClearing : accountNumbers.bank

const numbersByCategory = new Map<string, number>(expenseAccounts.map(({ name, number }) => [name, number]))

/** That of 'Other' for a category that is not in the list. */
export const getExpenseAccount = (category: string): number => numbersByCategory.get(category) ?? expenseAccounts.at(-1)!.number

/** Those of recorded expenses: without fees, interest and bad debts. */
export const expenseAccountNumbers: readonly number[] = expenseAccounts.map(({ number }) => number)

export const isDebitAccount = ({ type }: Account): boolean => type === 'asset' || type === 'expense'
