import type { AccountType } from '#shared/accounts.ts'

/** The headings of the groups of accounts. */
export const accountTypeLabels: Record<AccountType, string> = {
  asset: 'Assets',
  liability: 'Liabilities',
  equity: 'Equity',
  income: 'Income',
  expense: 'Expenses',
}
