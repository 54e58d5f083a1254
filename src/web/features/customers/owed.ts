import type { z } from 'zod'
import type { Customer, customerRow } from '#modules/customers/contract.ts'
import { formatMoney, parseSum } from '#shared/money.ts'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { formatBalance, hasOtherCurrency } from './customers.ts'

/** What it owes is said by the list alone, not by the reply to a change. */
export type CustomerRow = Customer & Partial<z.input<typeof customerRow>>

/** Finished texts, '' where nothing is owed or overdue. */
export const useOwed = ({ balanceDue = '0', overdue = '0', balances = [] }: CustomerRow) => {
  const currency = useHomeCurrency()
  const owed = hasOtherCurrency(balances, currency) ? balances.map(formatBalance).join(' + ') : formatMoney(balanceDue, currency)
  return {
    owed: parseSum(balanceDue) > 0 ? owed : '',
    overdue: parseSum(overdue) <= 0 ? '' : balanceDue === overdue ? 'Overdue' : `${formatMoney(overdue, currency)} overdue`,
  }
}
