import { enqueue, runner } from '#server/platform/jobs.ts'
import type { ReconcileDeps } from '../reconcile.ts'
import { mend } from './compare.ts'
import { isInUse, withRefundsUnderway } from './due.ts'
import { keepCheck } from './kept.ts'
import { differsNoteJob } from './note.job.ts'
import { compareJob, queueCompare } from './queue.ts'
import { readAndCompare } from './read.ts'

/**
 * The hourly comparison of an account in use: mends by itself what asking again mends, keeps what is left, and tells the owner once of each
 * difference that stays.
 */
export const compareRunner = (deps: ReconcileDeps) =>
  runner(compareJob, async ({ userId, provider: name }) => {
    const { database, accounts, now } = deps
    const isDue = await database.asUser(userId, async (db) => {
      const account = await accounts.account(db, name)
      if (!account || !(await isInUse(db, account, now()))) return false
      await queueCompare(db, now(), name)
      return true
    })
    if (!isDue) return
    const first = await readAndCompare(deps, userId, name)
    if (!first) return
    const ids = first.differences.map(({ attemptId }) => attemptId)
    const unsure = await database.asUser(userId, (db) => withRefundsUnderway(db, name, first.accountId))
    await mend(deps, userId, [...new Set([...ids, ...unsure])])
    const again = ids.length > 0 ? await readAndCompare(deps, userId, name, ids) : null
    const left = again?.accountId === first.accountId ? again.differences : []
    await database.asUser(userId, async (db) => {
      const checkedAt = now()
      const fresh = await keepCheck(
        db,
        name,
        { ...first, differences: left, problem: first.problem ?? again?.problem ?? null, checkedAt },
        true,
      )
      if (fresh.length === 0) return
      const attemptIds = fresh.map(({ attemptId }) => attemptId)
      const at = checkedAt.getTime()
      await enqueue(db, differsNoteJob, { userId, provider: name, attemptIds, at }, { key: `differs-${userId}-${name}-${at}` })
    })
  })
