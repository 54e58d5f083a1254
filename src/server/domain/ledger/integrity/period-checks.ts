import { isDeepStrictEqual } from 'node:util'
import { readChanges, type TrialBalance } from '#server/domain/ledger/books/balances.ts'
import { computeJournalHash, formatBalances } from '#server/domain/ledger/closing/closings.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { getAccount } from '#shared/accounts.ts'
import { type EntryKind, entryKindLabels } from '#shared/books.ts'
import { type Day, formatDay } from '#shared/dates.ts'
import { formatAmount } from '#shared/money.ts'
import { allTime } from '#shared/periods.ts'
import { type Basis, bases } from '#shared/reports.ts'
import type { FigureDiscrepancy } from './compared-figures.ts'
import type { Discrepancy } from './label-rows.ts'
import { type CheckResult, defineRowCheck, type RowCheck } from './row-check.ts'

type Row = { basis: Basis; account: number; kind: EntryKind; month: Day; said: string; computed: string; looked: number; wrong: number }

const side = (name: 'debit' | 'credit', sign: '' | '-') => `
  select basis, ${name}_account as account, kind, date_trunc('month', day)::date as month, ${sign}amount as amount from journal_lines where user_id = $1`
const query = `
  with computed as (
    select basis, account, kind, month, sum(amount) as amount from (${side('debit', '')} union all ${side('credit', '-')}) l group by 1, 2, 3, 4),
  compared as (
    select basis, account, kind, month, coalesce(m.amount, 0) as said, coalesce(c.amount, 0) as computed
    from (select * from journal_months where user_id = $1) m full join computed c using (basis, account, kind, month))
  select n.looked, n.wrong, w.* from (select count(*)::int as looked, (count(*) filter (where said <> computed))::int as wrong from compared) n
  left join (
    select basis, account, kind, month, said::text, computed::text from compared where said <> computed
    order by month, account limit $2) w on true`

const getName = (number: number) => {
  try {
    return getAccount(number).name
  } catch {
    return `Account ${number}`
  }
}

export const checkMonths = async (db: UserDb, maxFindings: number): Promise<CheckResult<FigureDiscrepancy>> => {
  const rows = await db.rows<Row>(query, [db.userId, maxFindings])
  const findings = rows
    .filter(({ month }) => month !== null)
    .map(({ basis, account, kind, month, said, computed }) => ({
      row: `${getName(account)} in the month of ${formatDay(month)}, ${entryKindLabels[kind].toLowerCase()}, ${basis} basis`,
      problem: `It says ${formatAmount(said)}, but the entries come to ${formatAmount(computed)}.`,
      path: `/books/accounts/${account}`,
    }))
  return { looked: rows[0]!.looked, wrong: rows[0]!.wrong, findings }
}

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
