import { z } from 'zod'
import type { StoredState } from '#server/domain/subscription/state.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { enqueue, job } from '#server/platform/jobs/jobs.ts'

/** The names are stored in the queue; the texts are in `notifications.ts`. */
export const subscriptionNotificationJobs = {
  /** `since`: the date of the oldest unpaid invoice. */
  pastDue: job('subscription.past-due', { since: z.iso.datetime() }),
  ended: job('subscription.ended', { reason: z.enum(['unpaid', 'cancelled']), at: z.iso.datetime() }),
  multipleSubscriptions: job('subscription.two-live', { count: z.int(), at: z.iso.datetime() }),
}

const isInGrace = ({ subscriptionStatus, pastDueSince }: StoredState): boolean => subscriptionStatus === 'active' && pastDueSince !== null

/**
 * Call it in the transaction that stores `after`, with the user's row locked since `before` was read, so that each email is queued once.
 */
export const notifyTransition = async (db: UserDb, now: Date, before: StoredState, after: StoredState): Promise<void> => {
  const { userId } = db
  const at = now.toISOString()
  const { pastDue, ended, multipleSubscriptions } = subscriptionNotificationJobs
  if (isInGrace(after) && (!isInGrace(before) || after.pastDueSince! > before.pastDueSince!)) {
    const since = after.pastDueSince!.toISOString()
    await enqueue(db, pastDue, { userId, since }, { key: `past-due-${userId}-${since}` })
  }
  if (after.subscriptionStatus === 'canceled' && before.subscriptionStatus !== 'canceled') {
    const reason = after.pastDueSince !== null || isInGrace(before) ? 'unpaid' : 'cancelled'
    await enqueue(db, ended, { userId, reason, at }, { key: `subscription-ended-${userId}-${at}` })
  }
  if (after.liveSubscriptions > Math.max(1, before.liveSubscriptions))
    await enqueue(db, multipleSubscriptions, { userId, count: after.liveSubscriptions, at }, { key: `two-live-${userId}-${at}` })
}
