import { getUserToday } from '#server/domain/business/user-today.ts'
import { invoiceType } from '#server/domain/documents/document-type.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import { postInvoice } from '#server/domain/ledger/journal/post.ts'
import {
  findAttempt,
  isBeingCaptured,
  listActiveAttempts,
  type StoredAttempt,
  saveCardPaymentRef,
} from '#server/domain/payments/attempts/attempts.ts'
import { isSameMoney } from '#server/domain/payments/attempts/received-money.ts'
import { claimResponse, readDatabaseClock, saveVerdict } from '#server/domain/payments/attempts/responses.ts'
import { bumpInvoiceVersion, lockBalanceIncludingDeleted } from '#server/domain/payments/balance/balance.ts'
import { updateInvoiceStatus } from '#server/domain/payments/balance/update-invoice-status.ts'
import { formatReceived, formatRequested } from '#server/domain/payments/format.ts'
import { notifyReviewNeeded } from '#server/domain/payments/notifications.ts'
import type { CardDetails, CheckoutProvider, PaymentAttempt, ProviderStatus } from '#server/domain/payments/provider.ts'
import { hasSavedCard, saveCard } from '#server/domain/payments/saved-cards/store.ts'
import { reverseForMoney } from '#server/domain/payments/write-offs/write-offs.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { toAmount, zero } from '#shared/money.ts'
import { isRecorded, recordCharge } from './record-charge.ts'
import { applyRefundUpdates, fetchRefundUpdates, type RefundUpdate, sumFailedRefunds } from './refund-status.ts'
import { type Verdict, verifyPayment } from './verify-payment.ts'

/** `isCaptureRefused`: the provider has just refused the capture, so an order that is still approved may be captured again at once. */
export type FetchPaymentOptions = { isCaptureRefused?: boolean }

/** `others`: when this attempt was just paid, the other active attempts of its invoice, which have to be closed. */
export type FetchedPayment = { status: PaymentAttempt['status']; others: string[] }

type OnPaid = (db: UserDb, others: string[]) => Promise<void>

/**
 * Called by `reconcile` only, and by the closing of attempts.
 * @param onPaid called in the same transaction when the attempt was just paid and its invoice has other active attempts
 * @returns null when there is no such attempt @throws ProviderError; then nothing was stored
 */
export const fetchPayment = async (
  services: Services,
  userId: number,
  attemptId: string,
  { isCaptureRefused = false }: FetchPaymentOptions = {},
  onPaid: OnPaid = async () => undefined,
): Promise<FetchedPayment | null> => {
  const found = await services.database.asUser(userId, async (db) => {
    const attempt = await findAttempt(db, attemptId)
    if (!attempt) return null
    const provider = attempt.ref || attempt.customerRef ? await services.accounts.provider(db, attempt.provider) : null
    return { attempt, provider, requestedAt: await readDatabaseClock(db) }
  })
  if (!found) return null
  const { attempt, provider, requestedAt } = found
  // The current account isn't the one that the attempt was made with, and can't read it.
  if (attempt.accountId !== provider?.accountId) return { status: attempt.status, others: [] }
  const ref = attempt.ref ?? (await findLostRef(services, userId, provider, attempt))
  // The provider doesn't know the attempt yet.
  if (!ref) return { status: attempt.status, others: [] }
  // Outside the transaction: a slow provider must not hold the invoice's lock. An attempt that failed for want of a key is closed now that it can be.
  if (attempt.status === 'failed' && !attempt.found) await provider.closeCheckout(ref)
  const reported = await provider.fetchStatus(ref)
  const refunds = await fetchRefundUpdates(services, userId, provider, attempt, reported)
  const card = await fetchSavedCard(services, userId, provider, attempt, reported)
  const response = { attempt, reported, refunds, card, requestedAt, isCaptureRefused }
  return services.database.asUser(userId, (db) => recordResponse(services, db, response, onPaid))
}

/** Of a payment with a saved card whose answer was lost. */
const findLostRef = async (
  services: Services,
  userId: number,
  provider: CheckoutProvider,
  attempt: StoredAttempt,
): Promise<string | null> => {
  const { customerRef } = attempt
  if (customerRef === null) return null
  const ref = (await provider.findCardPayment?.({ ...attempt, customerRef })) ?? null
  if (ref) await services.database.asUser(userId, (db) => saveCardPaymentRef(db, attempt.id, ref))
  return ref
}

/** Null also when the card is stored already. */
const fetchSavedCard = async (
  services: Services,
  userId: number,
  provider: CheckoutProvider,
  { id, cardConsent }: StoredAttempt,
  { state, card }: ProviderStatus,
): Promise<SavedCardReport | null> => {
  if (!cardConsent || state !== 'paid' || !card || (await services.database.asUser(userId, (db) => hasSavedCard(db, id)))) return null
  const details = await provider.fetchCard?.(card.methodRef)
  return details?.customerRef === card.customerRef ? { ...details, ...card } : null
}
type SavedCardReport = CardDetails & { customerRef: string; methodRef: string }

type ProviderResponse = {
  attempt: StoredAttempt
  reported: ProviderStatus
  refunds: RefundUpdate[]
  card: SavedCardReport | null
  requestedAt: string
  isCaptureRefused: boolean
}

const recordResponse = async (
  services: Services,
  db: UserDb,
  { attempt: { id, invoiceId }, reported, refunds, card, requestedAt, isCaptureRefused }: ProviderResponse,
  onPaid: OnPaid,
): Promise<FetchedPayment> => {
  const balance = await lockBalanceIncludingDeleted(db, invoiceId)
  const isLatest = await claimResponse(db, id, requestedAt)
  const before = (await findAttempt(db, id))!
  if (!isLatest) return { status: before.status, others: [] }
  const others = (await listActiveAttempts(db, invoiceId)).filter((other) => other.id !== id)
  const isBlocked = others.some(({ provider, status }) => provider === before.provider && status !== 'pending')
  const now = services.now()
  const verdict = keepClosed(before, verifyPayment(before, reported), { isCaptureRefused, isBlocked, now })

  let alreadyRefunded = zero
  for (const charge of reported.charges.filter(({ succeeded }) => succeeded)) {
    if (verdict.status !== 'paid' && !(await isRecorded(db, before, charge))) continue
    const failed = sumFailedRefunds(refunds, charge.ref)
    alreadyRefunded = toAmount(alreadyRefunded + (await recordCharge(db, before, charge, reported.paymentIntentId, { failed, now })))
  }
  await applyRefundUpdates(db, refunds)
  await saveVerdict(db, id, verdict)
  await reportVerdict(db, before, verdict, services.log)
  if (card && verdict.status === 'paid') await saveCard(db, before, card)
  // A refund that failed, or a dispute that was won, brings money back to a payment.
  await reverseForMoney(services, db, await lockBalanceIncludingDeleted(db, invoiceId), { amount: zero, day: await getUserToday(db, now) })
  const after = await lockBalanceIncludingDeleted(db, invoiceId)
  if (after.paid !== balance.paid || after.taken !== balance.taken) await bumpInvoiceVersion(db, invoiceId)
  await updateInvoiceStatus(services, db, after, 'Customer', alreadyRefunded)
  postInvoice(db, invoiceId, { mayBeLate: true })

  // Also during a review: until the owner has decided, the customer must not be able to pay a second time.
  const open = hasMoney(verdict) && !hasMoney(before) ? others.map((other) => other.id) : []
  if (open.length > 0) await onPaid(db, open)
  return { status: verdict.status, others: open }
}

const hasMoney = ({ status }: Pick<PaymentAttempt, 'status'>): boolean => status === 'paid' || status === 'review'

/**
 * A report of 'open' doesn't reopen an attempt that was closed meanwhile, nor a pending one whose capture may still be in progress. It isn't in
 * progress when the provider refused it or when it began long ago.
 */
const keepClosed = (
  before: StoredAttempt,
  verdict: Verdict,
  { isCaptureRefused, isBlocked, now }: { isCaptureRefused: boolean; isBlocked: boolean; now: Date },
): Verdict => {
  if (verdict.status !== 'open') return verdict
  if (before.status !== 'pending') return { ...verdict, status: before.status, problem: before.problem }
  if (!isCaptureRefused && isBeingCaptured(before, now)) return { ...verdict, status: 'pending' }
  return { ...verdict, status: isBlocked ? 'expired' : 'open' }
}

/** Notifies the owner when a review begins. The payment itself is recorded by `recordCharge`. */
const reportVerdict = async (db: UserDb, before: StoredAttempt, verdict: Verdict, log: (line: string) => void): Promise<void> => {
  const { status, problem, found } = verdict
  const requested = formatRequested(before)
  const received = formatReceived(before, found ?? [])
  const record = (kind: Parameters<typeof recordEvent>[3], after: string, by: 'Customer' | 'Billfold', was: string | null = null) =>
    recordEvent(db, invoiceType, before.invoiceId, kind, [{ field: 'Payment', before: was, after }], by)

  if (status === 'pending' && problem && problem !== before.problem) await record('payment pending', requested, 'Customer')
  if (status === 'failed' && !found && (before.status === 'open' || before.status === 'pending'))
    await record('payment failed', requested, 'Billfold')
  if (status === 'failed' && found && before.status !== 'failed') await record('payment refused', received, 'Billfold')
  if (status !== 'review' || (before.status === 'review' && isSameMoney(before.found ?? [], found ?? []))) return
  log(`Payment attempt ${before.id} is under review: ${problem}`)
  await record('payment questioned', received, 'Billfold', requested)
  await notifyReviewNeeded(db, before.id)
}
