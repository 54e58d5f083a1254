import type { UserDb } from '#server/platform/db/client.ts'
import { getAccount } from '#shared/accounts.ts'
import { type EntryKind, entryKindLabels } from '#shared/books.ts'
import { type Day, formatDay } from '#shared/dates.ts'
import { formatAmount } from '#shared/money.ts'
import type { Basis } from '#shared/reports.ts'
import type { FigureDiscrepancy } from './compared-figures.ts'
import type { CheckResult } from './row-check.ts'

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
