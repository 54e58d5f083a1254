import { z } from 'zod'
import { taxNameSql } from '#server/domain/ledger/journal/read-journal.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { countFittingRows } from '#server/platform/db/pagination.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import { accountNumbers, chartOfAccounts, isDebitAccount } from '#shared/accounts.ts'
import type { accountQuery, ledgerAccount } from '#shared/contract/books.ts'
import { calendarDay } from '#shared/contract/fields.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { addUp, noSum, parseAmount, parseSum, type Sum, toDecimal, toSum } from '#shared/money.ts'
import { allTime } from '#shared/periods.ts'
import { readBalances } from './balances.ts'
import { entryColumnsSql, toSides } from './list-entries.ts'

export type LedgerAccount = z.output<typeof ledgerAccount>
type Row = Omit<LedgerAccount['rows'][number], 'debit' | 'credit' | 'balance'> & { amount: string }

const side = (name: 'debit' | 'credit', sign: '' | '-') =>
  `select entry_id, day, ${sign}amount as amount from journal_lines
   where user_id = $1 and basis = $2 and ${name}_account = $3 and day between $4 and $5 and (day, entry_id) > ($6::date, $7::bigint)`
const rowsQuery = `
  select e.id as "entryId", ${entryColumnsSql}, l.amount::text
  from (select entry_id, day, sum(amount) as amount from (${side('debit', '')} union all ${side('credit', '-')}) l
        group by entry_id, day having sum(amount) <> 0 order by day, entry_id limit $8) l
  join journal_entries e on e.user_id = $1 and e.id = l.entry_id
  order by e.day, e.id`

const taxSide = (name: 'debit' | 'credit', sign: '' | '-') =>
  `select tax_rate_id, tax_component, tax_percent, sum(${sign}amount) as amount from journal_lines
   where user_id = $1 and basis = $2 and ${name}_account = ${accountNumbers.salesTaxPayable} and day <= $3 group by 1, 2, 3`
const taxesQuery = `
  select coalesce(${taxNameSql}, trim_scale(l.tax_percent) || '%', 'No rate') as name, sum(l.amount)::text as debits
  from (${taxSide('debit', '')} union all ${taxSide('credit', '-')}) l group by 1 having sum(l.amount) <> 0 order by 1`

/** The last row of a page, with the balance after it. */
const cursor = z.tuple([calendarDay, z.int(), z.string().transform(parseSum)])
const parseCursor = (text: string) => {
  try {
    return cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    throw new AppError(400, 'after is not a cursor of this account: begin again with the first page')
  }
}

const pageSize = 200

/** The oldest first. @throws AppError 404 for a number that is not in the chart, 400 for a cursor of another list */
export const readLedgerAccount = async (db: UserDb, number: number, query: z.output<typeof accountQuery>): Promise<LedgerAccount> => {
  const account = chartOfAccounts.find((each) => each.number === number)
  if (!account) throw notFound('Account')
  const { basis = 'accrual', from = allTime.from, to = allTime.to, limit = pageSize, after } = query
  const toBalance = (debits: Sum): Sum => (isDebitAccount(account) ? debits : toSum(-debits))
  const readBalance = async (day: Day) => (await readBalances(db, basis, day)).get(number) ?? noSum
  const before = from === allTime.from ? noSum : await readBalance(addDays(from, -1))
  const [day, id, debits] = after === undefined ? [allTime.from, 0, before] : parseCursor(after)
  const found = await db.rows<Row>(rowsQuery, [db.userId, basis, number, from, to, day, id, limit + 1])
  const page = found.slice(
    0,
    Math.min(
      limit,
      countFittingRows(found, (row) => Buffer.byteLength(JSON.stringify(row)) + 100),
    ),
  )
  const taxes =
    number === accountNumbers.salesTaxPayable ? await db.rows<{ name: string; debits: string }>(taxesQuery, [db.userId, basis, to]) : []
  let running = debits
  const rows = page.map(({ amount, ...row }) => {
    running = addUp([running, parseAmount(amount)])
    return { ...row, ...toSides(parseAmount(amount)), balance: toBalance(running) }
  })
  const last = page.at(-1)
  return {
    number,
    opening: toBalance(before),
    closing: toBalance(await readBalance(to)),
    taxes: taxes.map(({ name, debits }) => ({ name, closing: toBalance(parseSum(debits)) })),
    rows,
    next:
      last && page.length < found.length
        ? Buffer.from(JSON.stringify([last.day, last.entryId, toDecimal(running)])).toString('base64url')
        : null,
  }
}
