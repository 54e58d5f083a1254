import { z } from 'zod'
import type { UserDb } from '#server/platform/db/client.ts'
import { enqueue, job } from '#server/platform/jobs/jobs.ts'
import { type ProviderName, providerNames } from '#shared/payment-methods.ts'

export const comparisonJob = job('payments.compare', { provider: z.enum(providerNames) })

const hourMs = 3_600_000

/** Queued several times, it runs once: always at the user's own minute of the hour, so that repeated calls don't delay it. */
export const queueComparison = (db: UserDb, now: Date, provider: ProviderName): Promise<void> => {
  const offsetMs = (db.userId % 60) * 60_000
  const runAt = new Date(Math.floor((now.getTime() - offsetMs) / hourMs + 1) * hourMs + offsetMs)
  return enqueue(db, comparisonJob, { userId: db.userId, provider }, { key: `compare-${db.userId}-${provider}`, runAt })
}
