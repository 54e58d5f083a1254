import type { ListedEstimateWire } from '#shared/contract/estimates.ts'
import { formatMoney } from '#shared/money.ts'

export const describeDeposit = ({
  depositPercent,
  depositAmount,
  currency,
}: Pick<ListedEstimateWire, 'depositPercent' | 'depositAmount' | 'currency'>): string | null =>
  depositPercent !== null
    ? `a deposit of ${depositPercent}%`
    : depositAmount !== null
      ? `a deposit of ${formatMoney(depositAmount, currency)}`
      : null
