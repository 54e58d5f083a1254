import { isDeepStrictEqual } from 'node:util'
import { readChanges, type TrialBalance } from '#server/domain/ledger/books/balances.ts'
import { computeJournalHash, formatBalances } from '#server/domain/ledger/closing/closings.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Day } from '#shared/dates.ts'
import { allTime } from '#shared/periods.ts'
import { bases } from '#shared/reports.ts'
import type { Discrepancy } from './label-rows.ts'
import { type CheckResult, defineRowCheck, type RowCheck } from './row-check.ts'

export const closedDayCheck: RowCheck = defineRowCheck({
  name: 'The last closed day: that of the newest closing',
  kind: 'closing',
  looked: 'from books where user_id = $1',
  found: `select coalesce(c.id, 0) as id from books b
    left join lateral (
      select id, through_day from book_closings where user_id = $1 and reopened_at is null order by through_day desc limit 1) c on true
    where b.user_id = $1 and b.closed_through is distinct from c.through_day`,
  problem: () => 'The books are not closed through its last day.',
})

type Closing = { id: number; throughDay: Day; trialBalance: TrialBalance; journalHash: string }

export const checkClosings = async (db: UserDb, maxFindings: number): Promise<CheckResult<Discrepancy>> => {
  const closings = await db.rows<Closing>(
    `select id, through_day as "throughDay", trial_balance as "trialBalance", journal_hash as "journalHash"
     from book_closings where user_id = $1 and reopened_at is null order by through_day`,
    [db.userId],
  )
  const findings: Discrepancy[] = []
  const addFinding = ({ id }: Closing, problem: string) => findings.push({ kind: 'closing', id: String(id), problem })
  for (const [i, closing] of closings.entries()) {
    for (const basis of bases) {
      const balances = formatBalances(await readChanges(db, basis, allTime.from, closing.throughDay))
      if (!isDeepStrictEqual(balances, closing.trialBalance[basis]))
        addFinding(closing, `Its balances on the ${basis} basis are not those of the journal.`)
    }
    if ((await computeJournalHash(db, closings[i - 1] ?? null, closing.throughDay)) !== closing.journalHash)
      addFinding(closing, 'The entries of its period are not those that were closed.')
  }
  return { looked: closings.length, wrong: findings.length, findings: findings.slice(0, maxFindings) }
}
