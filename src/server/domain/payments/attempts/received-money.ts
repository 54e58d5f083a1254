import type { Charge } from '#server/domain/payments/provider.ts'
import { type Amount, parseAmount, toDecimal } from '#shared/money.ts'

/** Stored with an attempt that is under review. */
export type ReceivedMoney = { ref: string; amount: Amount; currency: string; refunded: Amount; at: string; paymentIntentId: string | null }

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

/** Amounts are decimal text. */
export type StoredMoney = Omit<ReceivedMoney, 'amount' | 'refunded'> & Record<'amount' | 'refunded', string>

export const parseStoredMoney = ({ amount, refunded, ...money }: StoredMoney): ReceivedMoney => ({
  ...money,
  ...{ amount: parseAmount(amount), refunded: parseAmount(refunded) },
})
export const toStoredMoney = ({ amount, refunded, ...money }: ReceivedMoney): StoredMoney => ({
  ...money,
  ...{ amount: toDecimal(amount), refunded: toDecimal(refunded) },
})

/** Apart from refunds. */
export const isSameMoney = (one: readonly ReceivedMoney[], other: readonly ReceivedMoney[]): boolean =>
  one.length === other.length &&
  one.every(({ ref, amount, currency }) => other.some((its) => its.ref === ref && its.amount === amount && its.currency === currency))

export const isFullyRefunded = (received: readonly ReceivedMoney[]): boolean =>
  received.length > 0 && received.every(({ amount, refunded }) => refunded >= amount)
