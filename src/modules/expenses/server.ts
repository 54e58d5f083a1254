import { and, eq, gte, lte, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { bindRecord, createMissingError, createRecordTable, createSorts, serveRecord } from '#kit/server/serve-record.ts'
import { postExpense } from '#server/domain/ledger/journal/post.ts'
import type { Module, Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { type ListQuery, matchesSearch, type Page, readAll, readPage } from '#server/platform/db/pagination.ts'
import { customers, expenses, files, expenses as table } from '#server/platform/db/schema/business.ts'
import { notFound, StaleVersionError } from '#server/platform/errors/app-error.ts'
import { idempotentRoute, route } from '#server/platform/http/route.ts'
import { imagePolicy } from '#server/platform/storage/image-processing.ts'
import { parseSum, type Sum } from '#shared/money.ts'
import { acceptReceipt } from './accept-receipt.ts'
import { type expense, type expenseFilter, expensesApi, receiptsApi } from './contract.ts'
import { expenseModel } from './model.ts'
import { receiptSweepRunner, sweepReceipt, sweepUnattached } from './receipt-sweep.job.ts'

type Row = { objectKey: string; fileName: string; contentType: string }

const receiptRoutes = ({ objects, takeUpload }: Services) => [
  idempotentRoute(receiptsApi.create, ({ user, body: { uploadURL, fileName }, idempotent }) =>
    takeUpload(user, uploadURL, (db, upload) => {
      const keep = async () => {
        const file = await upload.store('receipt', (bytes) => acceptReceipt(user.id, bytes, fileName))
        await sweepUnattached(db, file.id)
        return file
      }
      return idempotent(db, keep)
    }),
  ),

  route(receiptsApi.get, async ({ user, params }) => {
    const [row] = await user.tx((db) =>
      db.rows<Row>(
        `select object_key as "objectKey", file_name as "fileName", content_type as "contentType"
           from files where user_id = $1 and id = $2 and purpose = 'receipt'`,
        [user.id, params.id],
      ),
    )
    const bytes = row && (await objects.get(row.objectKey))
    if (!bytes) throw notFound('Receipt')
    const { objectKey, fileName, contentType } = row
    // Browsers' PDF viewers do not work in a sandbox, and have their own. Stored objects never change, so the key is the ETag.
    const etag = objectKey.split('/').at(-1)!
    return { bytes, contentType, fileName, etag, ...(contentType.startsWith('image/') ? { policy: imagePolicy } : {}) }
  }),
]

type Expense = z.output<typeof expense>
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
const listExpenses = (db: UserDb, query: ListQuery & Filter): Promise<Page<Expense[]>> =>
  readPage(query, {
    ...orders,
    read: ({ sortValue, where, orderBy, limit }) =>
      selectExpenses(db, sortValue)
        .where(and(filterRows(db, query), where))
        .orderBy(orderBy)
        .limit(limit),
  })

/** Reads all expenses that match in batches, in the order of the list. */
const exportExpenses = (db: UserDb, query: ListQuery & Filter): AsyncGenerator<object[]> =>
  readAll(db, query, {
    ...orders,
    select: (orderBy) => sql`
      select ${description}, ${category}, ${table.amount}, ${expenseDate}, ${vendor}, ${receiptUrl}, ${customers.name} as customer_name
      from ${table} left join ${customers} on ${customers.userId} = ${db.userId} and ${customers.id} = ${table.customerId}
      where ${filterRows(db, query)} order by ${orderBy}`,
  })

/** @throws AppError 404 */
const getExpense = async (db: UserDb, expenseId: number): Promise<Expense> => {
  const [found] = await selectExpenses(db, sql<string>`''`).where(and(eq(table.userId, db.userId), eq(table.id, expenseId)))
  if (!found) throw notFound('Expense')
  return found
}

/** Locks an expense that is about to be changed or deleted. @throws AppError 404 */
const lockExpense = async (db: UserDb, expenseId: number): Promise<Pick<Expense, 'receiptFileId' | 'expenseDate'>> => {
  const [row] = await db.rows<Pick<Expense, 'receiptFileId' | 'expenseDate'>>(
    'select receipt_file_id as "receiptFileId", expense_date as "expenseDate" from expenses where user_id = $1 and id = $2 for no key update',
    [db.userId, expenseId],
  )
  if (!row) throw notFound('Expense')
  return row
}

/** Counts and sums the expenses that match. */
const sumExpenses = async (db: UserDb, filter: Filter): Promise<{ count: number; total: Sum }> => {
  const [row] = await db.orm
    .select({ count: sql<number>`count(*)::int`, total: sql<string>`coalesce(sum(${table.amount}), 0.00)::text` })
    .from(table)
    .where(filterRows(db, filter))
  return { count: row!.count, total: parseSum(row!.total) }
}

export const expenseEntity = bindRecord(expenseModel, expenses, expensesApi)

const expenseRoutes = () =>
  serveRecord(expenseEntity, createRecordTable(expenseEntity), {
    list: listExpenses,
    summary: sumExpenses,
    all: exportExpenses,
    one: async (db, id) => requireReceipt(await getExpense(db, id)),
    save: async (db, id, save) => {
      const before = id === null ? null : await lockExpense(db, id)
      const saved = await save().catch(async (error: unknown) => {
        // A conflict shows the record as the list does, with the names that it refers to.
        throw error instanceof StaleVersionError ? new StaleVersionError('Expense', await getExpense(db, id!)) : error
      })
      if (before?.receiptFileId && saved.receiptFileId !== before.receiptFileId) await sweepReceipt(db, before.receiptFileId)
      postExpense(db, saved.id, {
        days: saved.expenseDate === before?.expenseDate ? [] : [{ day: saved.expenseDate, path: 'expenseDate' }],
      })
      return requireReceipt(await getExpense(db, saved.id))
    },
    remove: async (db, id, remove) => {
      const { receiptFileId } = await lockExpense(db, id)
      await remove()
      postExpense(db, id)
      if (receiptFileId !== null) await sweepReceipt(db, receiptFileId)
    },
    restore: async (db, id, restore) => {
      await restore()
      postExpense(db, id)
      return getExpense(db, id)
    },
  })

export const expensesModule: Module = (services) => ({
  routes: [...expenseRoutes(), ...receiptRoutes(services)],
  runners: [receiptSweepRunner(services)],
})

/** The foreign key accepts any file of the user; a file that is not a receipt (a logo) is refused as if it did not exist. Call it after saving. */
const requireReceipt = (saved: Expense): Expense => {
  if (saved.receiptFileId !== null && !saved.receiptFile) throw createMissingError('receiptFileId', 'receipt')
  return saved
}
