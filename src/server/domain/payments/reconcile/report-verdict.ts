import { invoiceType } from '#server/domain/documents/document-type.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import type { StoredAttempt } from '#server/domain/payments/attempts/attempts.ts'
import { isSameMoney } from '#server/domain/payments/attempts/received-money.ts'
import { formatReceived, formatRequested } from '#server/domain/payments/format.ts'
import { notifyReviewNeeded } from '#server/domain/payments/notifications.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Verdict } from './verify-payment.ts'

/** Notifies the owner when a review begins. The payment itself is recorded by `recordCharge`. */
export const reportVerdict = async (db: UserDb, before: StoredAttempt, verdict: Verdict, log: (line: string) => void): Promise<void> => {
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
