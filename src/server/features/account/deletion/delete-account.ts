import { ProviderError } from '#server/domain/payments/provider-error.ts'
import type { Auth } from '#server/platform/auth/auth.ts'
import type { Database, UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import type { Day } from '#shared/dates.ts'
import { displayName } from '#shared/user-names.ts'
import { deletionConfirmationJob } from './confirmation.job.ts'
import { type DeletionEffect, findOwnAccount, readDeletedUser } from './deletion-effect.ts'
import { queueFileRemoval } from './remove-files.job.ts'

export type DeleteDeps = {
  database: Database
  identity: Pick<Auth, 'accounts'>
  /** Ends whatever takes this user's money. @throws ProviderError when it can't be asked */
  endSubscriptions: (userId: number) => Promise<void>
  /** Closes the user's payment pages around `work`, and has his providers send nothing more. */
  withPaymentsClosed: <T>(userId: number, work: (lastLook: (db: UserDb) => Promise<void>) => Promise<T>) => Promise<T>
  log: (line: string) => void
}

/**
 * Deletes a user with everything that is his: first what takes money ends, then his customers' payment pages close, then all of it goes at once.
 * @throws AppError 503 when it can't be made sure that nothing is charged any more; then nothing was deleted. 401 when he is gone already
 */
export const deleteAccount = async (deps: DeleteDeps, userId: number, today: Day): Promise<void> => {
  const { withPaymentsClosed, database } = deps
  // As it was before anything ended: so the last mail tells it.
  const { effect } = await database.asUser(userId, readDeletedUser)
  await endPlans(deps, userId)
  await withPaymentsClosed(userId, async (lastLook) => {
    // Closing the pages may have taken a while, and another window may have chosen a plan.
    await endPlans(deps, userId)
    await unlessDeadlocked(() => database.asUser(userId, (db) => removeAll(deps, db, { today, effect, lastLook })))
  })
}

const endPlans = ({ endSubscriptions, log }: DeleteDeps, userId: number): Promise<void> =>
  endSubscriptions(userId).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error
    log(`The subscription of user ${userId}, who leaves, couldn't be ended: ${error.message}`)
    throw new AppError(
      503,
      'Nothing was deleted: the payment provider could not be asked to end your plan, and you would go on paying. Please try again in a few minutes.',
      { retryAfter: 60 },
    )
  })

const tries = 5
/** Begins anew when PostgreSQL ended it in favour of somebody who waited for the same rows in another order. */
const unlessDeadlocked = async (work: () => Promise<void>): Promise<void> => {
  for (let n = 1; ; n++)
    try {
      return await work()
    } catch (error) {
      if ((error as { code?: string }).code !== '40P01' || n === tries) throw error
    }
}

type Leaving = { today: Day; effect: DeletionEffect; lastLook: (db: UserDb) => Promise<void> }

/** All of it, or nothing. What belongs to the user's row goes with it. */
const removeAll = async ({ identity }: DeleteDeps, db: UserDb, { today, effect, lastLook }: Leaving): Promise<void> => {
  const { issuer, subject } = await readDeletedUser(db)
  // The account's row comes before the user's, as wherever both change.
  await (await findOwnAccount(identity, { issuer, subject }))?.deleteAccount(db, subject)
  // Papers come before the user, as for whoever records a payment: nobody waits for somebody who waits for him.
  for (const documents of ['estimates', 'invoices'])
    await db.rows(`select count(*) from (select 1 from ${documents} where user_id = $1 order by id for update) held`, [db.userId])
  // From here on nobody adds anything: rows of his wait for this one.
  await db.rows('select 1 from users where id = $1 for update', [db.userId])
  const { email, emailVerified, ...person } = await readDeletedUser(db)
  await lastLook(db)
  await queueFileRemoval(db)
  if (email)
    await enqueue(db, deletionConfirmationJob, {
      userId: db.userId,
      // An address that was never confirmed may be a stranger's, who would be mailed whatever somebody called himself.
      name: emailVerified ? displayName({ ...person, email }) : '',
      ...{ address: email, deletedOn: today, effect },
    })
  await db.rows("delete from sessions where (sess ->> 'userId')::int = $1", [db.userId])
  await db.rows("delete from rate_counts where key like '% user:' || $1::int", [db.userId])
  await db.rows('delete from users where id = $1', [db.userId])
}
