import type { Accounts } from '#server/domain/payments/accounts/accounts.ts'
import { claimAnswer, readDatabaseClock, saveVerdict } from '#server/domain/payments/attempts/answers.ts'
import { findAttempt, listActiveAttempts, type StoredAttempt } from '#server/domain/payments/attempts/attempts.ts'
import { bumpInvoiceVersion, lockBalanceIncludingDeleted } from '#server/domain/payments/balance/balance.ts'
import { updateInvoiceStatus } from '#server/domain/payments/balance/update-invoice-status.ts'
import type { PaymentAttempt, ProviderStatus } from '#server/domain/payments/provider.ts'
import type { Database, UserDb } from '#server/platform/db/client.ts'
import { cents } from '#shared/money.ts'
import { isRecorded, recordCharge } from './record-charge.ts'
import { applyRefundUpdates, fetchRefundUpdates, type RefundUpdate, sumFailedRefunds } from './refund-status.ts'
import { reportVerdict } from './report-verdict.ts'
import { type Verdict, verifyPayment } from './verify-payment.ts'

export type FetchPaymentDeps = {
  database: Database
  accounts: Pick<Accounts, 'provider' | 'account' | 'offered'>
  now: () => Date
  log: (line: string) => void
}

/** `isStillOpen`: the provider has refused the capture that is under way, so what he calls approved is open again at once. */
export type FetchPaymentOptions = { isStillOpen?: boolean }

/** Where an attempt stands, and those of the same invoice that are still open now that money came for this one. */
export type FetchedPayment = { status: PaymentAttempt['status']; others: string[] }

/** How long a capture may be under way before an order that is still only approved may be captured again. */
const captureMs = 2 * 60_000

/**
 * Asks the provider what became of an attempt and writes down exactly that; `reconcile` is what everybody else calls.
 * @param paidNow is told, in the same transaction, of the attempts that are open beside one for which money just came
 * @throws ProviderError when the provider can't be asked; nothing has changed then
 */
export const fetchPayment = async (
  deps: FetchPaymentDeps,
  userId: number,
  attemptId: string,
  { isStillOpen = false }: FetchPaymentOptions = {},
  paidNow: (db: UserDb, others: string[]) => Promise<void> = async () => undefined,
): Promise<FetchedPayment | null> => {
  const known = await deps.database.asUser(userId, async (db) => {
    const attempt = await findAttempt(db, attemptId)
    return (
      attempt && {
        attempt,
        provider: attempt.ref ? await deps.accounts.provider(db, attempt.provider) : null,
        askedAt: await readDatabaseClock(db),
      }
    )
  })
  if (!known) return null
  const { attempt, provider, askedAt } = known
  // Not yet known to the provider, or made with a key that isn't there any more: there is nothing to learn, since the present key knows nothing of it.
  if (!attempt.ref || attempt.accountId !== provider?.accountId) return { status: attempt.status, others: [] }
  // Asked outside the transaction: a slow provider must not hold the invoice. What was set aside is not to be paid any more, now that it can be closed.
  if (attempt.status === 'failed' && !attempt.found) await provider.closeCheckout(attempt.ref)
  const truth = await provider.fetchStatus(attempt.ref)
  const fates = await fetchRefundUpdates(deps, userId, provider, attempt, truth)
  return deps.database.asUser(userId, (db) => writeDown(deps, db, { attempt, truth, fates, askedAt, isStillOpen }, paidNow))
}

type Heard = { attempt: StoredAttempt; truth: ProviderStatus; fates: RefundUpdate[]; askedAt: string; isStillOpen: boolean }

const writeDown = async (
  deps: FetchPaymentDeps,
  db: UserDb,
  { attempt: { id, invoiceId }, truth, fates, askedAt, isStillOpen }: Heard,
  paidNow: (db: UserDb, others: string[]) => Promise<void>,
): Promise<FetchedPayment> => {
  const sums = await lockBalanceIncludingDeleted(db, invoiceId)
  const isNewest = await claimAnswer(db, id, askedAt)
  const before = (await findAttempt(db, id))!
  // Somebody asked after us and was faster: what he heard is newer than what we did.
  if (!isNewest) return { status: before.status, others: [] }
  const others = (await listActiveAttempts(db, invoiceId)).filter((other) => other.id !== id)
  const isBlocked = others.some(({ provider, status }) => provider === before.provider && status !== 'pending')
  const verdict = stay(before, verifyPayment(before, truth), { isStillOpen, isBlocked, now: deps.now() })

  let goneBack = cents(0)
  for (const charge of truth.charges.filter(({ succeeded }) => succeeded))
    if (verdict.status === 'paid' || (await isRecorded(db, before, charge)))
      goneBack = cents(
        goneBack +
          (await recordCharge(db, before, charge, truth.paymentIntentId, { failed: sumFailedRefunds(fates, charge.ref), now: deps.now() })),
      )
  await applyRefundUpdates(db, fates)
  await saveVerdict(db, id, verdict)
  await reportVerdict(db, before, verdict, deps.log)
  const after = await lockBalanceIncludingDeleted(db, invoiceId)
  if (after.paid !== sums.paid || after.taken !== sums.taken) await bumpInvoiceVersion(db, invoiceId)
  await updateInvoiceStatus(deps, db, after, 'Customer', goneBack)

  // Also while the owner has yet to decide about it: nobody may be charged a second time meanwhile.
  const open = hasMoney(verdict) && !hasMoney(before) ? others.map((other) => other.id) : []
  if (open.length > 0) await paidNow(db, open)
  return { status: verdict.status, others: open }
}

const hasMoney = ({ status }: Pick<PaymentAttempt, 'status'>): boolean => status === 'paid' || status === 'review'

/**
 * What was closed or set aside while the provider was asked doesn't open again by his answer, nor does one whose capture may be on its way: that it
 * wasn't captured is certain when he has refused, or when it was begun long ago.
 */
const stay = (
  before: StoredAttempt,
  judged: Verdict,
  { isStillOpen, isBlocked, now }: { isStillOpen: boolean; isBlocked: boolean; now: Date },
): Verdict => {
  if (judged.status !== 'open') return judged
  if (before.status !== 'pending') return { ...judged, status: before.status, problem: before.problem }
  if (!isStillOpen && now.getTime() - before.updatedAt.getTime() < captureMs) return { ...judged, status: 'pending' }
  return { ...judged, status: isBlocked ? 'expired' : 'open' }
}
