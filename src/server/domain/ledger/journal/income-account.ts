import { accountNumbers } from '#shared/accounts.ts'
import { type HomeAmount, sum } from '#shared/money.ts'
import type { Basis } from '#shared/reports.ts'
import type { Deduction, TaxGroup } from './facts.ts'

type Invoice = { isOpeningBalance: boolean; isLateFee: boolean; isDeposit: boolean }
type Group = { taxRateId: number | null; percent: string | null }

/**
 * What was owed when the business moved in is no sale, but its payment is income on a cash basis, as that of a deposit, which is a
 * liability until it is deducted. A late fee is no sale unless the owner taxed it: what is taxed is in Sales, where the sales tax report
 * reads it.
 */
export const getIncomeAccount = (
  { isOpeningBalance, isLateFee, isDeposit }: Invoice,
  { taxRateId, percent }: Group,
  basis: Basis,
): number => {
  if (isOpeningBalance && basis === 'accrual') return accountNumbers.openingBalanceEquity
  if (isDeposit && basis === 'accrual') return accountNumbers.deposits
  return isLateFee && taxRateId === null && percent === null ? accountNumbers.lateFees : accountNumbers.sales
}

export const sumDeducted = (
  deductions: readonly Deduction[],
  { taxRateId, percent }: Pick<TaxGroup, 'taxRateId' | 'percent'>,
): HomeAmount => sum(deductions.filter((each) => each.taxRateId === taxRateId && each.percent === percent).map(({ net }) => net))
