import { type Day, showDay } from '#shared/dates.ts'
import { type Cents, showMoney } from '#shared/money.ts'
import { methodWords } from '#shared/payment-methods.ts'

/** '$50.00, Bank transfer, Nov 21, 2026': a payment in one line of the history. */
export const paymentWords = ({ amount, method, day }: { amount: Cents; method: string; day: Day }): string =>
  `${showMoney(amount)}, ${methodWords(method)}, ${showDay(day)}`
