import { z } from 'zod'
import { getCheckDelayMinutes } from '#server/domain/payments/reconcile/recheck.job.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { enqueue, job } from '#server/platform/jobs/jobs.ts'

/** Waits until the refund has succeeded, then sends the customer an email about it. `round` counts how often it has waited. */
export const refundEmailJob = job('payments.refund-email', { refundId: z.int(), round: z.int() })

/** Most providers have answered by then. */
const firstDelayMs = 5_000

export const queueRefundEmail = async (db: UserDb, refundId: number, round = 0): Promise<void> => {
  const minutes = round === 0 ? 0 : getCheckDelayMinutes(round)
  if (minutes === null) return
  const runAt = new Date(Date.now() + (round === 0 ? firstDelayMs : minutes * 60_000))
  const key = `refund-email-${db.userId}-${refundId}-${round}`
  await enqueue(db, refundEmailJob, { userId: db.userId, refundId, round }, { key, runAt })
}
