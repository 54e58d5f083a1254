import { z } from 'zod'
import type { UserDb } from '#server/platform/db/client.ts'
import { enqueue, job } from '#server/platform/jobs/jobs.ts'
import { type ProviderName, providerNames } from '#shared/payment-methods.ts'

export const comparisonJob = job('payments.compare', { provider: z.enum(providerNames) })

const hourMs = 3_600_000

/**
 * Has an account compared within the hour, and hourly from then on while it is in use. Safe to ask at any time: it is queued once, at the user's own
 * minute of the hour, so that it isn't put off by being asked for often.
 */
export const queueComparison = (db: UserDb, now: Date, provider: ProviderName): Promise<void> => {
  const minute = (db.userId % 60) * 60_000
  const runAt = new Date(Math.floor((now.getTime() - minute) / hourMs + 1) * hourMs + minute)
  return enqueue(db, comparisonJob, { userId: db.userId, provider }, { key: `compare-${db.userId}-${provider}`, runAt })
}
