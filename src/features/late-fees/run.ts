import { getUserToday } from '#server/domain/business/user-today.ts'
import type { Services } from '#server/domain/services.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { runner } from '#server/platform/jobs/jobs.ts'
import { chargeDueFee } from './charge.ts'
import { findProposal, listLate, readChargeable } from './due.ts'
import { queueMorning, queueRun, runJob } from './queue.ts'
import { readRule } from './rule.ts'

const batchSize = 100
const retryMs = 3_600_000

type Course = { after?: number | undefined; problem?: string | undefined }

/** The trial is over, or no more emails can be sent: every other fee would be refused as well. */
const concernsAccount = ({ status }: AppError) => status === 403 || status === 429

/**
 * Each fee in a transaction of its own. One that can't be charged is tried again after an hour, and the rule says why. A rule that does not
 * charge by itself ends the runs.
 */
const runLateFees = async ({ database, now: clock }: Services, userId: number, { after = 0, problem: before }: Course): Promise<void> => {
  const now = clock()
  const found = await database.asUser(userId, async (db) => {
    const rule = await readRule(db)
    if (!rule?.isAutomatic) return null
    const today = await getUserToday(db, now)
    const ids = await listLate(db, rule, today, { after, limit: batchSize })
    const invoices = await readChargeable(db, ids, rule)
    return { today, ids, due: invoices.filter((invoice) => findProposal(rule, invoice, today).proposal !== null) }
  })
  if (!found) return
  const { today, ids, due } = found
  let [problem, isStopped] = [before, false]
  for (const { id } of due) {
    try {
      await database.asUser(userId, (db) => chargeDueFee(db, id, today))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      // It was deleted meanwhile.
      if (error.status === 404) continue
      problem = error.message
      isStopped = concernsAccount(error)
      if (isStopped) break
    }
  }
  await database.asUser(userId, async (db) => {
    if (!isStopped && ids.length === batchSize) return queueRun(db, now, { after: ids.at(-1)!, problem })
    db.send('update late_fee_rules set problem = $2 where user_id = $1 and archived_at is null and problem is distinct from $2', [
      ...[db.userId, problem ?? null],
    ])
    db.announce('late-fees')
    await (problem === undefined ? queueMorning(db, now) : queueRun(db, new Date(now.getTime() + retryMs)))
  })
}

export const lateFeeRunner = (services: Services) => runner(runJob, ({ userId, ...course }) => runLateFees(services, userId, course))
