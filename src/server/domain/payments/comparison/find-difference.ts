import { isBeingCaptured, type StoredAttempt } from '#server/domain/payments/attempts/attempts.ts'
import { isFullyRefunded, isSameMoney, type ReceivedMoney, toReceivedMoney } from '#server/domain/payments/attempts/received-money.ts'
import { formatInCurrency, formatSeveral } from '#server/domain/payments/format.ts'
import type { Charge, PaymentAttempt, ProviderStatus } from '#server/domain/payments/provider.ts'
import { verifyPayment } from '#server/domain/payments/reconcile/verify-payment.ts'
import { type Amount, parseAmount, sum, toAmount } from '#shared/money.ts'
import { type ProviderName, providerLabels } from '#shared/payment-methods.ts'

/** Amounts are decimals, as the database has them. */
export type RecordedPayment = { ref: string; amount: string; refunded: string; currency: string; dispute: Charge['dispute'] }

type Money = Pick<ReceivedMoney, 'ref' | 'amount' | 'currency' | 'refunded'> & { dispute: Charge['dispute'] }
type Side = { money: Money[]; status: PaymentAttempt['status'] }

/** @param payments those of the attempt that succeeded @returns a description of both sides; null when they agree */
export const findDifference = (
  attempt: StoredAttempt,
  payments: readonly RecordedPayment[],
  report: ProviderStatus,
  now: Date,
): { provider: string; here: string } | null => {
  const received = toReceivedMoney(report.charges, report.paymentIntentId)
  const getDispute = (ref: string) => report.charges.find((charge) => charge.ref === ref)?.dispute ?? null
  const reported: Side = {
    money: received.map((money) => ({
      ...money,
      refunded: toAmount(Math.min(money.refunded, money.amount)),
      dispute: getDispute(money.ref),
    })),
    status: verifyPayment(attempt, report).status,
  }
  const recorded: Side = {
    money: payments.map(({ ref, amount, refunded, currency, dispute }) => ({
      ref,
      amount: parseAmount(amount),
      refunded: parseAmount(refunded),
      currency: currency.toLowerCase(),
      dispute,
    })),
    status: attempt.status,
  }
  if (isSame(attempt, recorded, reported, received, now)) return null
  const { provider, status } = attempt
  return {
    provider: `${providerLabels[provider]}: ${describeSide(provider, reported, report.state)}`,
    here: `Billfold: ${status === 'review' ? 'waits for your decision' : describeSide(provider, recorded, status)}`,
  }
}

const isSame = (attempt: StoredAttempt, recorded: Side, reported: Side, received: readonly ReceivedMoney[], now: Date): boolean => {
  // The owner is asked about it already.
  if (recorded.status === 'review') return reported.status === 'review' && isSameMoney(attempt.found ?? [], received)
  // Money that the owner refused was refunded without being recorded.
  if (recorded.money.length === 0 && recorded.status === 'failed' && isFullyRefunded(received)) return true
  return isSameAmounts(recorded.money, reported.money) && isSameStatus(attempt, recorded.status, reported.status, now)
}

const isSameAmounts = (recorded: readonly Money[], reported: readonly Money[]): boolean =>
  recorded.length === reported.length &&
  recorded.every((one) =>
    reported.some(
      (other) =>
        other.ref === one.ref &&
        other.amount === one.amount &&
        other.refunded === one.refunded &&
        other.currency === one.currency &&
        other.dispute === one.dispute,
    ),
  )

const isClosed = (status: PaymentAttempt['status']) => status === 'expired' || status === 'failed'

const isSameStatus = (
  attempt: StoredAttempt,
  recorded: PaymentAttempt['status'],
  reported: PaymentAttempt['status'],
  now: Date,
): boolean => {
  if (recorded === reported || (isClosed(recorded) && isClosed(reported))) return true
  if (reported !== 'open') return false
  // A PayPal order can't be closed at PayPal: it stays open there, but without a capture no money moves.
  if (isClosed(recorded)) return attempt.provider === 'paypal'
  return isBeingCaptured(attempt, now)
}

const statusLabels: Record<PaymentAttempt['status'], string> = {
  creating: 'not begun',
  open: 'payment page open, nothing paid',
  pending: 'payment on its way',
  paid: 'paid',
  expired: 'payment page closed, nothing paid',
  failed: 'nothing paid',
  review: 'paid, but not as asked',
}

const disputeLabels = { open: 'disputed', won: 'dispute won', lost: 'dispute lost' } as const

const describeSide = (name: ProviderName, { money }: Side, status: PaymentAttempt['status']): string => {
  if (money.length === 0) return name === 'paypal' && status === 'open' ? 'order open, nothing paid' : statusLabels[status]
  const [first] = money
  const isOneCurrency = money.every(({ currency }) => currency === first!.currency)
  const format = (amount: Amount) => formatInCurrency({ amount, currency: first!.currency })
  const refunded = sum(money.map((each) => each.refunded))
  const paid = isOneCurrency ? format(sum(money.map(({ amount }) => amount))) : formatSeveral(money)
  const disputes = [...new Set(money.flatMap(({ dispute }) => (dispute ? [disputeLabels[dispute]] : [])))]
  const refunds = refunded > 0 ? [`${isOneCurrency ? format(refunded) : 'part of it'} refunded`] : []
  return [`${paid} paid`, ...refunds, ...disputes].join(', ')
}
