import type { Charge } from '#server/domain/payments/provider.ts'
import { type Cents, cents, formatMoney, toDecimal } from '#shared/money.ts'

/** Money that came, as the provider said it; kept with an attempt until its owner has decided. Amounts are whole cents of the currency. */
export type ReceivedMoney = { ref: string; amount: Cents; currency: string; refunded: Cents; at: string; paymentIntentId: string | null }

/** What of a provider's answer is money that came. */
export const toReceivedMoney = (charges: readonly Charge[], paymentIntentId: string | null): ReceivedMoney[] =>
  charges
    .filter(({ succeeded }) => succeeded)
    .map(({ ref, amount, currency, refunded, at }) => ({
      ref,
      amount,
      currency: currency.toLowerCase(),
      refunded,
      at: at.toISOString(),
      paymentIntentId,
    }))

/** Whether both are the same money, whatever went back of it. */
export const isSameMoney = (one: readonly ReceivedMoney[], other: readonly ReceivedMoney[]): boolean =>
  one.length === other.length &&
  one.every(({ ref, amount, currency }) => other.some((its) => its.ref === ref && its.amount === amount && its.currency === currency))

/** Whether all of it went back. */
export const isFullyRefunded = (found: readonly ReceivedMoney[]): boolean =>
  found.length > 0 && found.every(({ amount, refunded }) => refunded >= amount)

/** '$12.00', or '12.00 EUR' */
export const formatReceived = ({ amount, currency }: { amount: Cents; currency: string }): string =>
  currency.toLowerCase() === 'usd' ? formatMoney(cents(amount)) : `${toDecimal(amount)} ${currency.toUpperCase()}`
