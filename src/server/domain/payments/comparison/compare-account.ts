import { describeRefusedKey } from '#server/domain/payments/accounts/key-health.ts'
import { findAttempt, isBeingCaptured, type StoredAttempt } from '#server/domain/payments/attempts/attempts.ts'
import { isFullyRefunded, isSameMoney, type ReceivedMoney, toReceivedMoney } from '#server/domain/payments/attempts/received-money.ts'
import { claimResponse, readDatabaseClock } from '#server/domain/payments/attempts/responses.ts'
import { formatInCurrency, formatSeveral } from '#server/domain/payments/format.ts'
import type { Charge, CheckoutProvider, PaymentAttempt, ProviderStatus } from '#server/domain/payments/provider.ts'
import { ProviderError } from '#server/domain/payments/provider-error.ts'
import { verifyPayment } from '#server/domain/payments/reconcile/verify-payment.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { type Amount, parseAmount, sum, toAmount } from '#shared/money.ts'
import { type ProviderName, providerLabels } from '#shared/payment-methods.ts'
import { type DueAttempt, listDueAttempts } from './due.ts'
import type { Difference } from './store.ts'

/** Amounts are decimals, as the database has them. */
type RecordedPayment = { ref: string; amount: string; refunded: string; currency: string; dispute: Charge['dispute'] }

type Money = Pick<ReceivedMoney, 'ref' | 'amount' | 'currency' | 'refunded'> & { dispute: Charge['dispute'] }
type Side = { money: Money[]; status: PaymentAttempt['status'] }

/** @param payments those of the attempt that succeeded @returns a description of both sides; null when they agree */
const findDifference = (
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

const concurrency = 4
/** A user may be waiting for it. */
const timeoutMs = 20_000
/** After so many failures in a row the provider counts as unavailable. */
const maxFailuresInARow = 4

export type ComparisonResult = { accountId: string; compared: number; differences: Difference[]; problem: string | null }

const listRecordedPayments = (db: UserDb, attemptId: string): Promise<RecordedPayment[]> =>
  db.rows(
    `select charge_ref as ref, amount, refunded, currency, dispute from payments
     where user_id = $1 and attempt_id = $2 and status = 'succeeded' and charge_ref is not null`,
    [db.userId, attemptId],
  )

/** Changes neither payments nor statuses. @param only the attempts to choose from; null for all @returns null without an account */
export const compareAccount = async (
  services: Services,
  userId: number,
  name: ProviderName,
  only: readonly string[] | null = null,
): Promise<ComparisonResult | null> => {
  const { database, accounts, now } = services
  const found = await database.asUser(userId, async (db) => {
    const account = await accounts.account(db, name)
    const provider = account && (await accounts.provider(db, name))
    return account && provider && { account, provider, due: await listDueAttempts(db, account, now(), only) }
  })
  if (!found) return null
  const { account, provider, due } = found
  const deadline = Date.now() + timeoutMs
  const waiting = [...due]
  const result: ComparisonResult = { accountId: account.accountId, compared: 0, differences: [], problem: null }
  let [failed, failedInARow, isKeyRefused] = [0, 0, false]

  const worker = async () => {
    for (let attempt = waiting.shift(); attempt; attempt = waiting.shift()) {
      if (isKeyRefused || failedInARow >= maxFailuresInARow || Date.now() > deadline) return void waiting.unshift(attempt)
      try {
        const difference = await compareAttempt(services, userId, provider, attempt)
        failedInARow = 0
        result.compared++
        if (difference) result.differences.push(difference)
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        failed++
        failedInARow++
        isKeyRefused ||= error.isKeyRefused
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  const missed = failed + waiting.length
  if (isKeyRefused) result.problem = describeRefusedKey(name)
  else if (failed > 0)
    result.problem = `${providerLabels[name]} couldn't be asked about ${missed} of ${due.length}. They are asked about again within the hour.`
  else if (missed > 0) result.problem = `${providerLabels[name]} took too long: ${missed} of ${due.length} are compared next time.`
  return result
}

const compareAttempt = async (
  { database, now }: Services,
  userId: number,
  provider: CheckoutProvider,
  { id, ref, invoiceNumber }: DueAttempt,
): Promise<Difference | null> => {
  const requestedAt = await database.asUser(userId, readDatabaseClock)
  const reported = await provider.fetchStatus(ref)
  return database.asUser(userId, async (db) => {
    const attempt = (await findAttempt(db, id))!
    if (await hasLaterResponse(db, id, requestedAt)) return null
    const difference = findDifference(attempt, await listRecordedPayments(db, id), reported, now())
    if (difference) return { attemptId: id, invoiceId: attempt.invoiceId, invoiceNumber, ...difference }
    // Without a difference this counts as the attempt's latest response, so that the next comparison starts with others.
    await claimResponse(db, id, requestedAt)
    return null
  })
}

const hasLaterResponse = async (db: UserDb, id: string, requestedAt: string): Promise<boolean> => {
  const sql = 'select 1 from payment_attempts where user_id = $1 and id = $2 and asked_at > $3::timestamptz'
  return (await db.rows(sql, [db.userId, id, requestedAt])).length > 0
}
