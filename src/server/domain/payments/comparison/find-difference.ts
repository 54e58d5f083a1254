import type { StoredAttempt } from '#server/domain/payments/attempts/attempts.ts'
import {
  formatReceived,
  isFullyRefunded,
  isSameMoney,
  type ReceivedMoney,
  toReceivedMoney,
} from '#server/domain/payments/attempts/received-money.ts'
import type { Charge, PaymentAttempt, ProviderStatus } from '#server/domain/payments/provider.ts'
import { verifyPayment } from '#server/domain/payments/reconcile/verify-payment.ts'
import { cents, formatMoney, parseCents, sum } from '#shared/money.ts'
import { type ProviderName, providerLabels } from '#shared/payment-methods.ts'

/** A payment of an attempt as it stands here; sums as the database has them. */
export type RecordedPayment = { ref: string; amount: string; refunded: string; currency: string; dispute: Charge['dispute'] }

type Side = { money: Money[]; status: PaymentAttempt['status'] }
type Money = Pick<ReceivedMoney, 'ref' | 'amount' | 'currency' | 'refunded'> & { dispute: Charge['dispute'] }

/** How long a capture may be under way. */
const captureMs = 2 * 60_000

/**
 * Where an attempt stands otherwise than its provider says, in words for both sides; null where they say the same.
 * @param recorded the payments of this attempt that count
 */
export const findDifference = (
  attempt: StoredAttempt,
  recorded: readonly RecordedPayment[],
  truth: ProviderStatus,
  now: Date,
): { provider: string; here: string } | null => {
  const verdict = verifyPayment(attempt, truth)
  const came = toReceivedMoney(truth.charges, truth.paymentIntentId)
  const disputeOf = (ref: string) => truth.charges.find((charge) => charge.ref === ref)?.dispute ?? null
  const there: Side = {
    money: came.map((found) => ({ ...found, refunded: cents(Math.min(found.refunded, found.amount)), dispute: disputeOf(found.ref) })),
    status: verdict.status,
  }
  const here: Side = {
    money: recorded.map(({ ref, amount, refunded, currency, dispute }) => ({
      ref,
      amount: parseCents(amount),
      refunded: parseCents(refunded),
      currency: currency.toLowerCase(),
      dispute,
    })),
    status: attempt.status,
  }
  if (isSame(attempt, here, there, came, now)) return null
  return {
    provider: `${providerLabels[attempt.provider]}: ${sideWords(attempt.provider, there, truth.state)}`,
    here: `Billfold: ${attempt.status === 'review' ? 'waits for your decision' : sideWords(attempt.provider, here, attempt.status)}`,
  }
}

const isSame = (attempt: StoredAttempt, here: Side, there: Side, came: readonly ReceivedMoney[], now: Date): boolean => {
  // The owner knows of it already, and decides.
  if (here.status === 'review') return there.status === 'review' && isSameMoney(attempt.found ?? [], came)
  // What he gave back without taking it was never recorded.
  if (here.money.length === 0 && here.status === 'failed' && isFullyRefunded(came)) return true
  return isSameSums(here.money, there.money) && isSameStatus(attempt, here.status, there.status, now)
}

const isSameSums = (here: readonly Money[], there: readonly Money[]): boolean =>
  here.length === there.length &&
  here.every((one) =>
    there.some(
      (other) =>
        other.ref === one.ref &&
        other.amount === one.amount &&
        other.refunded === one.refunded &&
        other.currency === one.currency &&
        other.dispute === one.dispute,
    ),
  )

const isOver = (status: PaymentAttempt['status']) => status === 'expired' || status === 'failed'

const isSameStatus = (attempt: StoredAttempt, here: PaymentAttempt['status'], there: PaymentAttempt['status'], now: Date): boolean => {
  if (here === there || (isOver(here) && isOver(there))) return true
  if (there !== 'open') return false
  // A wallet's order can't be closed there: without our capture nobody pays by it.
  if (isOver(here)) return attempt.provider === 'paypal'
  return here === 'pending' && now.getTime() - attempt.updatedAt.getTime() < captureMs
}

const statusWords: Record<PaymentAttempt['status'], string> = {
  creating: 'not begun',
  open: 'payment page open, nothing paid',
  pending: 'payment on its way',
  paid: 'paid',
  expired: 'payment page closed, nothing paid',
  failed: 'nothing paid',
  review: 'paid, but not as asked',
}

const disputeWords = { open: 'disputed', won: 'dispute won', lost: 'dispute lost' } as const

const sideWords = (name: ProviderName, { money }: Side, status: PaymentAttempt['status']): string => {
  if (money.length === 0) return name === 'paypal' && status === 'open' ? 'order open, nothing paid' : statusWords[status]
  const isDollars = money.every(({ currency }) => currency === 'usd')
  const back = sum(money.map(({ refunded }) => refunded))
  const paid = isDollars ? formatMoney(sum(money.map(({ amount }) => amount))) : money.map(formatReceived).join(' and ')
  const disputes = [...new Set(money.flatMap(({ dispute }) => (dispute ? [disputeWords[dispute]] : [])))]
  const went = back > 0 ? [`${isDollars ? formatMoney(back) : 'part of it'} refunded`] : []
  return [`${paid} paid`, ...went, ...disputes].join(', ')
}
