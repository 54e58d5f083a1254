import { ProviderError } from '#server/domain/payments/provider-error.ts'
import type { Database, Db } from '#server/platform/db/client.ts'
import { enqueue, job, runner } from '#server/platform/jobs/jobs.ts'
import { queueBillingWebhook } from './register-webhook.job.ts'
import type { SyncDeps } from './sync.ts'
import { queueSync } from './sync-queue.ts'

const lookOverJob = job('subscription.look-over', {}, { lane: 'payments' })

/** The job is nobody's. */
const nobody = 0
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const usersAtOnce = 500
/** How long after its time a check counts as lost. */
const lostAfterMinutes = 30

/** Has all subscriptions looked over then, and daily from then on. Of several that are asked for, the last counts. */
const queueLookOver = (database: Database, at: Date): Promise<void> =>
  database.asNobody((db) => enqueue(db, lookOverJob, { userId: nobody }, { key: 'subscription-look-over', runAt: at }))

/** To be called when a server starts. Not at once: it is in no hurry, and those who waited for the server are. */
export const queueSubscriptionSweep = (database: Database, now: Date): Promise<void> =>
  queueLookOver(database, new Date(now.getTime() + minuteMs))

/**
 * Users whose check is overdue, because its job was lost (a database came back from a backup, a job failed for good), users whose plan was bought
 * with an account that isn't in use any more, and those of an account that is in use again.
 */
const forgotten = (db: Db, now: Date, accountId: string, after: number) =>
  db.rows<{ id: number }>(
    `select id from users
     where id > $3 and stripe_customer_id is not null
       and (subscription_next_check_at < $1::timestamptz - $4::int * interval '1 minute'
         or (subscription_account is distinct from $2 and (subscription_status <> 'trial' or subscription_next_check_at is not null))
         or (subscription_account = $2 and subscription_checked_at is null))
     order by id limit ${usersAtOnce}`,
    [now, accountId, after, lostAfterMinutes],
  )

/** Finds what the chain of checks has lost, and has the provider's events sent to where we are today. */
export const subscriptionSweepRunner = (deps: (SyncDeps & { publicUrl: () => URL }) | null) =>
  runner(lookOverJob, async () => {
    if (!deps) return
    const { database, provider, now, log, publicUrl } = deps
    const next = (hours: number) => queueLookOver(database, new Date(now().getTime() + hours * hourMs))
    // Who sells nothing asks nobody.
    const [customer] = await database.asNobody((db) => db.rows('select 1 from users where stripe_customer_id is not null limit 1'))
    if (!customer) return next(24)
    try {
      const accountId = await provider.accountId()
      for (let after = 0; ; ) {
        const found = await database.asNobody(async (db) => {
          const users = await forgotten(db, now(), accountId, after)
          for (const { id } of users) await queueSync(db, id)
          return users
        })
        if (found.length < usersAtOnce) break
        after = found.at(-1)!.id
      }
      await database.asNobody((db) => queueBillingWebhook(db, nobody, { accountId, sandbox: provider.sandbox }, publicUrl()))
      await next(24)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      log(`The subscriptions couldn't be looked over and are looked over again: ${error.message}`)
      await next(1)
    }
  })
