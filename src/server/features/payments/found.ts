import { type Cents, cents, showMoney, toDecimal } from '#shared/money.ts'
import type { Charge } from './provider.ts'

/** Money that came, as the provider said it; kept with an attempt until its owner has decided. Amounts are whole cents of the currency. */
export type Found = { ref: string; amount: Cents; currency: string; refunded: Cents; at: string; paymentIntentId: string | null }

/** What of a provider's answer is money that came. */
export const foundOf = (charges: readonly Charge[], paymentIntentId: string | null): Found[] =>
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
export const isSameMoney = (one: readonly Found[], other: readonly Found[]): boolean =>
  one.length === other.length &&
  one.every(({ ref, amount, currency }) => other.some((its) => its.ref === ref && its.amount === amount && its.currency === currency))

/** Whether all of it went back. */
export const isGivenBack = (found: readonly Found[]): boolean =>
  found.length > 0 && found.every(({ amount, refunded }) => refunded >= amount)

/** '$12.00', or '12.00 EUR' */
export const moneyWords = ({ amount, currency }: { amount: Cents; currency: string }): string =>
  currency.toLowerCase() === 'usd' ? showMoney(cents(amount)) : `${toDecimal(amount)} ${currency.toUpperCase()}`
