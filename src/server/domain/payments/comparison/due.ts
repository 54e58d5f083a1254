import { z } from 'zod'
import type { Account } from '#server/domain/payments/accounts/accounts.ts'
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

export type DueAttempt = { id: string; ref: string; invoiceNumber: string }

const maxAttempts = 200

/** Paid ones count for 180 days (they can be refunded and disputed), closed ones for a week. Those fetched longest ago come first. */
export const listDueAttempts = (
  db: UserDb,
  { provider, accountId }: Account,
  now: Date,
  only: readonly string[] | null,
): Promise<DueAttempt[]> =>
  db.rows(
    `select a.id, a.ref, i.number as "invoiceNumber"
     from payment_attempts a join documents i on i.user_id = $1 and i.id = a.document_id
     where a.user_id = $1 and a.provider = $2 and a.account_id = $3 and a.ref is not null and ($5::text[] is null or a.id = any($5))
       and (a.status in ('open', 'pending', 'review')
         or (a.status = 'paid' and a.updated_at > $4::timestamptz - interval '180 days')
         or (a.status in ('expired', 'failed') and a.updated_at > $4::timestamptz - interval '7 days'))
     order by a.asked_at nulls first, a.id limit ${maxAttempts}`,
    [db.userId, provider, accountId, now, only],
  )

/** A pending refund is part of the refunded sum on both sides already, so no difference would show how it ended. */
export const listAttemptsWithPendingRefunds = async (db: UserDb, provider: ProviderName, accountId: string): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(
      `select distinct a.id
       from payment_refunds r
       join payments p on p.user_id = $1 and p.id = r.payment_id
       join payment_attempts a on a.user_id = $1 and a.id = p.attempt_id
       where r.user_id = $1 and r.status = 'pending' and a.provider = $2 and a.account_id = $3 limit ${maxAttempts}`,
      [db.userId, provider, accountId],
    )
  ).map(({ id }) => id)

export const isInUse = async (db: UserDb, { provider, accountId }: Account, now: Date): Promise<boolean> =>
  (
    await db.rows(
      `select 1 from payment_attempts
       where user_id = $1 and provider = $2 and account_id = $3 and created_at > $4::timestamptz - interval '180 days' limit 1`,
      [db.userId, provider, accountId, now],
    )
  ).length > 0
