import { cents, parseCents, showMoney, sum } from '#shared/money.ts'
import { type ProviderName, providerWords } from '#shared/payment-methods.ts'
import type { KeptAttempt } from '../attempts.ts'
import { type Found, foundOf, isGivenBack, isSameMoney, moneyWords } from '../found.ts'
import { judge } from '../judge.ts'
import type { Attempt, Charge, ProviderTruth } from '../provider.ts'

/** A payment of an attempt as it stands here; sums as the database has them. */
export type Recorded = { ref: string; amount: string; refunded: string; currency: string; dispute: Charge['dispute'] }

type Side = { money: Money[]; status: Attempt['status'] }
type Money = Pick<Found, 'ref' | 'amount' | 'currency' | 'refunded'> & { dispute: Charge['dispute'] }

/** How long a capture may be under way. */
const captureMs = 2 * 60_000

/**
 * Where an attempt stands otherwise than its provider says, in words for both sides; null where they say the same.
 * @param recorded the payments of this attempt that count
 */
export const differenceOf = (
  attempt: KeptAttempt,
  recorded: readonly Recorded[],
  truth: ProviderTruth,
  now: Date,
): { provider: string; here: string } | null => {
  const verdict = judge(attempt, truth)
  const came = foundOf(truth.charges, truth.paymentIntentId)
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
    provider: `${providerWords[attempt.provider]}: ${sideWords(attempt.provider, there, truth.state)}`,
    here: `Billfold: ${attempt.status === 'review' ? 'waits for your decision' : sideWords(attempt.provider, here, attempt.status)}`,
  }
}

const isSame = (attempt: KeptAttempt, here: Side, there: Side, came: readonly Found[], now: Date): boolean => {
  // The owner knows of it already, and decides.
  if (here.status === 'review') return there.status === 'review' && isSameMoney(attempt.found ?? [], came)
  // What he gave back without taking it was never recorded.
  if (here.money.length === 0 && here.status === 'failed' && isGivenBack(came)) return true
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

const isOver = (status: Attempt['status']) => status === 'expired' || status === 'failed'

const isSameStatus = (attempt: KeptAttempt, here: Attempt['status'], there: Attempt['status'], now: Date): boolean => {
  if (here === there || (isOver(here) && isOver(there))) return true
  if (there !== 'open') return false
  // A wallet's order can't be closed there: without our capture nobody pays by it.
  if (isOver(here)) return attempt.provider === 'paypal'
  return here === 'pending' && now.getTime() - attempt.updatedAt.getTime() < captureMs
}

const statusWords: Record<Attempt['status'], string> = {
  creating: 'not begun',
  open: 'payment page open, nothing paid',
  pending: 'payment on its way',
  paid: 'paid',
  expired: 'payment page closed, nothing paid',
  failed: 'nothing paid',
  review: 'paid, but not as asked',
}

const disputeWords = { open: 'disputed', won: 'dispute won', lost: 'dispute lost' } as const

const sideWords = (name: ProviderName, { money }: Side, status: Attempt['status']): string => {
  if (money.length === 0) return name === 'paypal' && status === 'open' ? 'order open, nothing paid' : statusWords[status]
  const isDollars = money.every(({ currency }) => currency === 'usd')
  const back = sum(money.map(({ refunded }) => refunded))
  const paid = isDollars ? showMoney(sum(money.map(({ amount }) => amount))) : money.map(moneyWords).join(' and ')
  const disputes = [...new Set(money.flatMap(({ dispute }) => (dispute ? [disputeWords[dispute]] : [])))]
  const went = back > 0 ? [`${isDollars ? showMoney(back) : 'part of it'} refunded`] : []
  return [`${paid} paid`, ...went, ...disputes].join(', ')
}
