import { and, eq, gte, lte, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { createSorts } from '#kit/server/serve-record.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { type ListQuery, matchesSearch, type Page, readAll, readPage } from '#server/platform/db/pagination.ts'
import { customers, files, expenses as table } from '#server/platform/db/schema/business.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import { parseSum, type Sum } from '#shared/money.ts'
import type { expense, expenseFilter } from './contract.ts'
import { expenseModel } from './model.ts'

export type Expense = z.output<typeof expense>
type Filter = z.output<typeof expenseFilter>

const filterRows = (db: UserDb, { search, category, from, to, customerId }: Filter): SQL | undefined =>
  and(
    eq(table.userId, db.userId),
    matchesSearch(table.searchText, search),
    category && eq(table.category, category),
    from && gte(table.expenseDate, from),
    to && lte(table.expenseDate, to),
    customerId === undefined ? undefined : eq(table.customerId, customerId),
  )

const { id, version, description, category, expenseDate, vendor, customerId, receiptUrl, receiptFileId } = table
const columns = { id, version, description, amount: table.amount, category, expenseDate, vendor, customerId, receiptUrl, receiptFileId }
const joinTables = {
  customerName: customers.name,
  receiptFile: { id: files.id, fileName: files.fileName, contentType: files.contentType, size: files.size },
}

const selectExpenses = (db: UserDb, sortValue: SQL<string>) =>
  db.orm
    .select({ ...columns, ...joinTables, sortValue })
    .from(table)
    .leftJoin(customers, and(eq(customers.userId, db.userId), eq(customers.id, table.customerId)))
    .leftJoin(files, and(eq(files.userId, db.userId), eq(files.id, table.receiptFileId), eq(files.purpose, 'receipt')))

const orders = { sorts: createSorts(expenseModel, table), otherwise: '-expenseDate', id: table.id }

/** Lists a page of the expenses that match. */
export const listExpenses = (db: UserDb, query: ListQuery & Filter): Promise<Page<Expense[]>> =>
  readPage(query, {
    ...orders,
    read: ({ sortValue, where, orderBy, limit }) =>
      selectExpenses(db, sortValue)
        .where(and(filterRows(db, query), where))
        .orderBy(orderBy)
        .limit(limit),
  })

/** Reads all expenses that match in batches, in the order of the list. */
export const exportExpenses = (db: UserDb, query: ListQuery & Filter): AsyncGenerator<object[]> =>
  readAll(db, query, {
    ...orders,
    select: (orderBy) => sql`
      select ${description}, ${category}, ${table.amount}, ${expenseDate}, ${vendor}, ${receiptUrl}, ${customers.name} as customer_name
      from ${table} left join ${customers} on ${customers.userId} = ${db.userId} and ${customers.id} = ${table.customerId}
      where ${filterRows(db, query)} order by ${orderBy}`,
  })

/** @throws AppError 404 */
export const getExpense = async (db: UserDb, expenseId: number): Promise<Expense> => {
  const [found] = await selectExpenses(db, sql<string>`''`).where(and(eq(table.userId, db.userId), eq(table.id, expenseId)))
  if (!found) throw notFound('Expense')
  return found
}

/** Locks an expense that is about to be changed or deleted. @throws AppError 404 */
export const lockExpense = async (db: UserDb, expenseId: number): Promise<Pick<Expense, 'receiptFileId' | 'expenseDate'>> => {
  const [row] = await db.rows<Pick<Expense, 'receiptFileId' | 'expenseDate'>>(
    'select receipt_file_id as "receiptFileId", expense_date as "expenseDate" from expenses where user_id = $1 and id = $2 for no key update',
    [db.userId, expenseId],
  )
  if (!row) throw notFound('Expense')
  return row
}

/** Counts and sums the expenses that match. */
export const sumExpenses = async (db: UserDb, filter: Filter): Promise<{ count: number; total: Sum }> => {
  const [row] = await db.orm
    .select({ count: sql<number>`count(*)::int`, total: sql<string>`coalesce(sum(${table.amount}), 0.00)::text` })
    .from(table)
    .where(filterRows(db, filter))
  return { count: row!.count, total: parseSum(row!.total) }
}
