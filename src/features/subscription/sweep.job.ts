import { ProviderError } from '#server/domain/payments/provider-error.ts'
import type { Services } from '#server/domain/services.ts'
import type { Database, Db } from '#server/platform/db/client.ts'
import { enqueue, job, runner } from '#server/platform/jobs/jobs.ts'
import { queueBillingWebhook } from './register-webhook.job.ts'
import { queueSync, sellsPlans } from './sync.ts'

const sweepJob = job('subscription.look-over', {}, { lane: 'payments' })

/** The job belongs to no user. */
const noUser = 0
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const batchSize = 500
const lostAfterMinutes = 30

const queueSweep = (database: Database, at: Date): Promise<void> =>
  database.asNobody((db) => enqueue(db, sweepJob, { userId: noUser }, { key: 'subscription-look-over', runAt: at }))

/** To be called when a server starts. The sweep runs a minute later, after the requests that waited for the start. */
export const queueSubscriptionSweep = (database: Database, now: Date): Promise<void> =>
  queueSweep(database, new Date(now.getTime() + minuteMs))

/**
 * Those whose check is overdue, because its job was lost by a restored backup or failed for good, those with a plan of another account, and
 * those of an account that is in use again.
 */
const listUsersToSync = (db: Db, now: Date, accountId: string, after: number) =>
  db.rows<{ id: number }>(
    `select id from users
     where id > $3 and stripe_customer_id is not null
       and (subscription_next_check_at < $1::timestamptz - $4::int * interval '1 minute'
         or (subscription_account is distinct from $2 and (subscription_status <> 'trial' or subscription_next_check_at is not null))
         or (subscription_account = $2 and subscription_checked_at is null))
     order by id limit ${batchSize}`,
    [now, accountId, after, lostAfterMinutes],
  )

/** Daily: also queues the registration of the webhook. */
export const subscriptionSweepRunner = (services: Services) =>
  runner(sweepJob, async () => {
    if (!sellsPlans(services)) return
    const { database, plans: provider, now, log, publicUrl } = services
    const queueNext = (hours: number) => queueSweep(database, new Date(now().getTime() + hours * hourMs))
    // Without customers the provider isn't called.
    const [customer] = await database.asNobody((db) => db.rows('select 1 from users where stripe_customer_id is not null limit 1'))
    if (!customer) return queueNext(24)
    try {
      const accountId = await provider.accountId()
      for (let after = 0; ; ) {
        const users = await database.asNobody(async (db) => {
          const batch = await listUsersToSync(db, now(), accountId, after)
          for (const { id } of batch) await queueSync(db, id)
          return batch
        })
        if (users.length < batchSize) break
        after = users.at(-1)!.id
      }
      await database.asNobody((db) => queueBillingWebhook(db, noUser, { accountId, sandbox: provider.sandbox }, publicUrl()))
      await queueNext(24)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      log(`The sweep of subscriptions failed and will be repeated: ${error.message}`)
      await queueNext(1)
    }
  })
