import { cancelSubscriptions, sellsPlans } from '#features/subscription/sync.ts'
import { withPaymentsClosed } from '#server/domain/payments/checkout/account-deletion.ts'
import { ProviderError } from '#server/domain/payments/provider-error.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import type { Day } from '#shared/dates.ts'
import { displayName } from '#shared/user-names.ts'
import { deletionConfirmationJob } from './confirmation.job.ts'
import { type DeletionEffect, findOwnAccount, readDeletedUser } from './deletion-effect.ts'
import { queueFileRemoval } from './remove-files.job.ts'

/**
 * One transaction, after the subscription is canceled and the payment pages are closed.
 * @throws AppError 503 when the subscription could not be canceled (nothing is deleted then), 401 when the user does not exist any more
 */
export const deleteAccount = async (services: Services, userId: number, today: Day): Promise<void> => {
  const { database } = services
  // Read before the subscription is canceled, because the confirmation email mentions it.
  const { effect } = await database.asUser(userId, readDeletedUser)
  await endSubscription(services, userId)
  await withPaymentsClosed(services, userId, async (finalCheck) => {
    // Again, because the user may have subscribed in another window while the pages were being closed.
    await endSubscription(services, userId)
    await retryOnDeadlock(() => database.asUser(userId, (db) => deleteRows(services, db, { today, effect, lastLook: finalCheck })))
  })
}

const endSubscription = async (services: Services, userId: number): Promise<void> => {
  // Without plans there is no provider to cancel subscriptions at.
  if (!sellsPlans(services)) return
  await cancelSubscriptions(services, userId).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error
    services.log(`The subscription of user ${userId} could not be canceled, so the account was not deleted: ${error.message}`)
    throw new AppError(
      503,
      'Nothing was deleted: the payment provider could not be asked to end your plan, and you would go on paying. Please try again in a few minutes.',
      { retryAfter: 60 },
    )
  })
}

const maxAttempts = 5
const retryOnDeadlock = async (work: () => Promise<void>): Promise<void> => {
  for (let n = 1; ; n++)
    try {
      return await work()
    } catch (error) {
      if ((error as { code?: string }).code !== '40P01' || n === maxAttempts) throw error
    }
}

type DeletionContext = { today: Day; effect: DeletionEffect; lastLook: (db: UserDb) => Promise<void> }

const deleteRows = async ({ identity }: Services, db: UserDb, { today, effect, lastLook: finalCheck }: DeletionContext): Promise<void> => {
  const { issuer, subject } = await readDeletedUser(db)
  // Lock order: the account's row before the user's row, as in all other transactions that change both.
  await (await findOwnAccount(identity, { issuer, subject }))?.deleteAccount(db, subject)
  // Documents are locked before the user, as when a payment is recorded, so that the two cannot deadlock.
  await db.rows('select count(*) from (select 1 from documents where user_id = $1 order by id for update) held', [db.userId])
  // Inserts of rows that refer to the user wait for this lock.
  await db.rows('select 1 from users where id = $1 for update', [db.userId])
  const { email, emailVerified, ...person } = await readDeletedUser(db)
  await finalCheck(db)
  await queueFileRemoval(db)
  if (email)
    await enqueue(db, deletionConfirmationJob, {
      userId: db.userId,
      // An unconfirmed address may belong to another person, who must not be sent a name of the user's choice.
      name: emailVerified ? displayName({ ...person, email }) : '',
      ...{ address: email, deletedOn: today, effect },
    })
  await db.rows("delete from sessions where (sess ->> 'userId')::bigint = $1", [db.userId])
  await db.rows("delete from rate_counts where key like '% user:' || $1::bigint", [db.userId])
  // Lines first: an item is not deleted while a line refers to it, and lines would be deleted only together with their documents.
  await db.rows('delete from document_lines where user_id = $1', [db.userId])
  // The days of recurring invoices refer to documents in the same way.
  await db.rows('delete from recurring_runs where user_id = $1', [db.userId])
  await db.rows('delete from users where id = $1', [db.userId])
  db.announce('sessions')
}
