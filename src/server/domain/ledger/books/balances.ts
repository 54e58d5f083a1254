import type { UserDb } from '#server/platform/db/client.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { type Cents, cents, parseCents } from '#shared/money.ts'
import { allTime } from '#shared/periods.ts'
import type { Basis } from '#shared/reports.ts'

/** The balance of each account with entries; debits are positive, credits negative. They sum to zero. */
export type Balances = ReadonlyMap<number, Cents>

/** The stored balances of a closing, by basis and account. */
export type TrialBalance = Record<Basis, Record<string, string>>

const closingQuery = `
  select through_day as "throughDay", trial_balance as "trialBalance" from book_closings
  where user_id = $1 and reopened_at is null and through_day <= $2 order by through_day desc limit 1`

const side = (name: 'debit' | 'credit', sign: '' | '-') =>
  `select ${name}_account as account, ${sign}amount as amount from journal_lines where user_id = $1 and basis = $2 and day between $3 and $4`
const changesQuery = `
  select account, sum(amount)::numeric(18,2)::text as sum from (${side('debit', '')} union all ${side('credit', '-')}) l group by account`

/** Sums the changes of all accounts in a range of days. */
export const readChanges = async (db: UserDb, basis: Basis, from: Day, to: Day): Promise<Map<number, Cents>> => {
  const rows = await db.rows<{ account: number; sum: string }>(changesQuery, [db.userId, basis, from, to], 'books.changes')
  return new Map(rows.map(({ account, sum }) => [account, parseCents(sum)]))
}

/**
 * Reads the balances of all accounts at the end of a day: those of the last closing, which never change, and what was posted after it.
 * @param db a repeatable-read transaction, or one that holds the lock of the books
 */
export const readBalances = async (db: UserDb, basis: Basis, to: Day): Promise<Balances> => {
  const [closing] = await db.rows<{ throughDay: Day; trialBalance: TrialBalance }>(closingQuery, [db.userId, to], 'books.last-closing')
  const closed = Object.entries(closing?.trialBalance[basis] ?? {}).map(([account, sum]): [number, Cents] => [
    Number(account),
    parseCents(sum),
  ])
  const balances = new Map<number, Cents>(closed)
  for (const [account, sum] of await readChanges(db, basis, closing ? addDays(closing.throughDay, 1) : allTime.from, to))
    balances.set(account, cents((balances.get(account) ?? 0) + sum))
  return new Map([...balances].filter(([, sum]) => sum !== 0))
}
