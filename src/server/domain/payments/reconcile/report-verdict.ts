import { invoiceType } from '#server/domain/documents/document-type.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import type { StoredAttempt } from '#server/domain/payments/attempts/attempts.ts'
import { formatReceived, isSameMoney, type ReceivedMoney } from '#server/domain/payments/attempts/received-money.ts'
import { paymentReviewJob } from '#server/features/payments/owner-notifications/payment-review.job.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { formatMoney } from '#shared/money.ts'
import { providerLabels } from '#shared/payment-methods.ts'
import type { Verdict } from './verify-payment.ts'

/** '$12.00 and $8.00, PayPal': what came for an attempt. */
export const describeReceived = ({ provider }: Pick<StoredAttempt, 'provider'>, found: readonly ReceivedMoney[]): string =>
  `${found.length > 0 ? found.map(formatReceived).join(' and ') : 'No money'}, ${providerLabels[provider]}`

/** What an answer changed, for the history and, where the owner has to decide, for him. A payment itself is told where it is recorded. */
export const reportVerdict = async (db: UserDb, before: StoredAttempt, verdict: Verdict, log: (line: string) => void): Promise<void> => {
  const asked = `${formatMoney(before.amount)}, ${providerLabels[before.provider]}`
  const note = (kind: Parameters<typeof recordEvent>[3], after: string, by: 'Customer' | 'Billfold', was: string | null = null) =>
    recordEvent(db, invoiceType, before.invoiceId, kind, [{ field: 'Payment', before: was, after }], by)

  const { status, problem, found } = verdict
  if (status === 'pending' && problem && problem !== before.problem) await note('payment pending', asked, 'Customer')
  if (status === 'failed' && !found && (before.status === 'open' || before.status === 'pending'))
    await note('payment failed', asked, 'Billfold')
  if (status === 'failed' && found && before.status !== 'failed') await note('payment refused', describeReceived(before, found), 'Billfold')
  if (status !== 'review' || (before.status === 'review' && isSameMoney(before.found ?? [], found ?? []))) return
  log(`Payment attempt ${before.id} needs a look: ${problem}`)
  await note('payment questioned', describeReceived(before, found ?? []), 'Billfold', asked)
  await enqueue(db, paymentReviewJob, { userId: db.userId, attemptId: before.id }, { key: `questioned-${before.id}` })
}
