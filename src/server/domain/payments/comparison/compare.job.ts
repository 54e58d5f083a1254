import { notifyDifferences } from '#server/domain/payments/notifications.ts'
import type { Services } from '#server/domain/services.ts'
import { runner } from '#server/platform/jobs/jobs.ts'
import { compareAccount } from './compare-account.ts'
import { comparisonJob, isInUse, listAttemptsWithPendingRefunds, queueComparison } from './due.ts'
import { reconcileAttempts } from './run.ts'
import { saveComparison } from './store.ts'

/** Hourly. Differences that reconciling removes are fixed without a notice; the owner is notified once of each that stays. */
export const comparisonRunner = (services: Services) =>
  runner(comparisonJob, async ({ userId, provider: name }) => {
    const { database, accounts, now } = services
    const isDue = await database.asUser(userId, async (db) => {
      const account = await accounts.account(db, name)
      if (!account || !(await isInUse(db, account, now()))) return false
      await queueComparison(db, now(), name)
      return true
    })
    if (!isDue) return
    const first = await compareAccount(services, userId, name)
    if (!first) return
    const ids = first.differences.map(({ attemptId }) => attemptId)
    const withPendingRefunds = await database.asUser(userId, (db) => listAttemptsWithPendingRefunds(db, name, first.accountId))
    await reconcileAttempts(services, userId, [...new Set([...ids, ...withPendingRefunds])])
    const second = ids.length > 0 ? await compareAccount(services, userId, name, ids) : null
    const differences = second?.accountId === first.accountId ? second.differences : []
    const problem = first.problem ?? second?.problem ?? null
    await database.asUser(userId, async (db) => {
      const checkedAt = now()
      const unnotified = await saveComparison(db, name, { ...first, differences, problem, checkedAt }, { notify: true })
      const attemptIds = unnotified.map(({ attemptId }) => attemptId)
      if (attemptIds.length > 0) await notifyDifferences(db, name, attemptIds, checkedAt)
    })
  })
