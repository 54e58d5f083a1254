import { type Day, formatDay } from '#shared/dates.ts'
import { type Cents, formatMoney } from '#shared/money.ts'
import { getMethodLabel } from '#shared/payment-methods.ts'

/** '$50.00, Bank transfer, Nov 21, 2026': a payment in one line of the history. */
export const describePayment = ({ amount, method, day }: { amount: Cents; method: string; day: Day }): string =>
  `${formatMoney(amount)}, ${getMethodLabel(method)}, ${formatDay(day)}`
