import type { ReconcileDeps } from '#server/domain/payments/reconcile/reconcile.ts'
import { differencesJob } from '#server/features/payments/owner-notifications/differences.job.ts'
import { enqueue, runner } from '#server/platform/jobs/jobs.ts'
import { compareAccount } from './compare-account.ts'
import { isInUse, listAttemptsWithPendingRefunds } from './due-attempts.ts'
import { comparisonJob, queueComparison } from './queue.ts'
import { reconcileAttempts } from './run.ts'
import { saveComparison } from './store.ts'

/**
 * The hourly comparison of an account in use: mends by itself what asking again mends, keeps what is left, and tells the owner once of each
 * difference that stays.
 */
export const comparisonRunner = (deps: ReconcileDeps) =>
  runner(comparisonJob, async ({ userId, provider: name }) => {
    const { database, accounts, now } = deps
    const isDue = await database.asUser(userId, async (db) => {
      const account = await accounts.account(db, name)
      if (!account || !(await isInUse(db, account, now()))) return false
      await queueComparison(db, now(), name)
      return true
    })
    if (!isDue) return
    const first = await compareAccount(deps, userId, name)
    if (!first) return
    const ids = first.differences.map(({ attemptId }) => attemptId)
    const unsure = await database.asUser(userId, (db) => listAttemptsWithPendingRefunds(db, name, first.accountId))
    await reconcileAttempts(deps, userId, [...new Set([...ids, ...unsure])])
    const again = ids.length > 0 ? await compareAccount(deps, userId, name, ids) : null
    const left = again?.accountId === first.accountId ? again.differences : []
    await database.asUser(userId, async (db) => {
      const checkedAt = now()
      const fresh = await saveComparison(
        db,
        name,
        { ...first, differences: left, problem: first.problem ?? again?.problem ?? null, checkedAt },
        true,
      )
      if (fresh.length === 0) return
      const attemptIds = fresh.map(({ attemptId }) => attemptId)
      const at = checkedAt.getTime()
      await enqueue(db, differencesJob, { userId, provider: name, attemptIds, at }, { key: `differs-${userId}-${name}-${at}` })
    })
  })
