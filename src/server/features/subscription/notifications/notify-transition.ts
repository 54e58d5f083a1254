import type { StoredState } from '#server/domain/subscription/state.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { endedJob } from './ended.job.ts'
import { multipleSubscriptionsJob } from './multiple-subscriptions.job.ts'
import { pastDueJob } from './past-due.job.ts'

/** The plan goes on although a renewal was not paid. */
const isUnpaid = ({ subscriptionStatus, pastDueSince }: StoredState): boolean => subscriptionStatus === 'active' && pastDueSince !== null

/**
 * Queues the mails that a change of the stored state asks for: a renewal wasn't paid, the plan has ended, there is one subscription too many. To be
 * called in the transaction that writes `after`, with the user's row locked since `before` was read: each is then told once.
 * @param now when the change was seen
 */
export const notifyTransition = async (db: UserDb, now: Date, before: StoredState, after: StoredState): Promise<void> => {
  const { userId } = db
  const at = now.toISOString()
  if (isUnpaid(after) && (!isUnpaid(before) || after.pastDueSince! > before.pastDueSince!)) {
    const since = after.pastDueSince!.toISOString()
    await enqueue(db, pastDueJob, { userId, since }, { key: `past-due-${userId}-${since}` })
  }
  if (after.subscriptionStatus === 'canceled' && before.subscriptionStatus !== 'canceled') {
    const isUnpaidEnd = after.pastDueSince !== null || isUnpaid(before)
    await enqueue(db, endedJob, { userId, reason: isUnpaidEnd ? 'unpaid' : 'cancelled', at }, { key: `subscription-ended-${userId}-${at}` })
  }
  if (after.liveSubscriptions > Math.max(1, before.liveSubscriptions))
    await enqueue(db, multipleSubscriptionsJob, { userId, count: after.liveSubscriptions, at }, { key: `two-live-${userId}-${at}` })
}
