import type { UserDb } from '#server/platform/db/client.ts'
import { type Day, getMonthStart } from '#shared/dates.ts'
import { parseSum, type Sum } from '#shared/money.ts'
import type { Basis } from '#shared/reports.ts'

/** Debits are positive, credits negative. They sum to zero. */
export type Balances = ReadonlyMap<number, Sum>

/** Of a closing, by basis and account. */
export type TrialBalance = Record<Basis, Record<string, string>>

const side = (name: 'debit' | 'credit', sign: '' | '-') =>
  `select ${name}_account as account, ${sign}amount as amount from journal_lines where user_id = $1 and basis = $2 and day between $3 and $4`
const changesQuery = `
  select account, sum(amount)::text as sum from (${side('debit', '')} union all ${side('credit', '-')}) l group by account`

export const readChanges = async (db: UserDb, basis: Basis, from: Day, to: Day): Promise<Map<number, Sum>> => {
  const rows = await db.rows<{ account: number; sum: string }>(changesQuery, [db.userId, basis, from, to], 'books.changes')
  return new Map(rows.map(({ account, sum }) => [account, parseSum(sum)]))
}

const balancesQuery = `
  select account, sum(amount)::text as sum from (
    select account, amount from journal_months where user_id = $1 and basis = $2 and month < $3
    union all ${side('debit', '')} union all ${side('credit', '-')}) l group by account having sum(amount) <> 0`

/** At the end of a day: the months before, and the lines of its own month. */
export const readBalances = async (db: UserDb, basis: Basis, to: Day): Promise<Balances> => {
  const rows = await db.rows<{ account: number; sum: string }>(balancesQuery, [db.userId, basis, getMonthStart(to), to], 'books.balances')
  return new Map(rows.map(({ account, sum }) => [account, parseSum(sum)]))
}
