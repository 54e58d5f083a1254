import { accountNumbers } from '#shared/accounts.ts'
import type { Basis } from '#shared/reports.ts'

type Invoice = { isOpeningBalance: boolean; isLateFee: boolean }
type Group = { taxRateId: number | null; percent: string | null }

/**
 * The account of the income of an invoice's tax group. What was owed when the business moved in is no sale, but its payment is income on a
 * cash basis. A late fee is no sale unless the owner taxed it: what is taxed is in Sales, where the sales tax report reads it.
 */
export const getIncomeAccount = ({ isOpeningBalance, isLateFee }: Invoice, { taxRateId, percent }: Group, basis: Basis): number => {
  if (isOpeningBalance && basis === 'accrual') return accountNumbers.openingBalanceEquity
  return isLateFee && taxRateId === null && percent === null ? accountNumbers.lateFees : accountNumbers.sales
}
