import { notifyDifferences } from '#server/domain/payments/notifications.ts'
import type { ReconcileDeps } from '#server/domain/payments/reconcile/fetch-payment.ts'
import { runner } from '#server/platform/jobs/jobs.ts'
import { compareAccount } from './compare-account.ts'
import { isInUse, listAttemptsWithPendingRefunds } from './due-attempts.ts'
import { comparisonJob, queueComparison } from './queue.ts'
import { reconcileAttempts } from './run.ts'
import { saveComparison } from './store.ts'

/** Hourly. Differences that reconciling removes are fixed without a notice; the owner is notified once of each that stays. */
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
    const withPendingRefunds = await database.asUser(userId, (db) => listAttemptsWithPendingRefunds(db, name, first.accountId))
    await reconcileAttempts(deps, userId, [...new Set([...ids, ...withPendingRefunds])])
    const second = ids.length > 0 ? await compareAccount(deps, userId, name, ids) : null
    const differences = second?.accountId === first.accountId ? second.differences : []
    const problem = first.problem ?? second?.problem ?? null
    await database.asUser(userId, async (db) => {
      const checkedAt = now()
      const unnotified = await saveComparison(db, name, { ...first, differences, problem, checkedAt }, { notify: true })
      const attemptIds = unnotified.map(({ attemptId }) => attemptId)
      if (attemptIds.length > 0) await notifyDifferences(db, name, attemptIds, checkedAt)
    })
  })
