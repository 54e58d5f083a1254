import { getHomeCurrency } from '#server/domain/business/business.ts'
import { refuseDecimals } from '#server/domain/business/refuse-decimals.ts'
import { expenseEntity } from '#server/domain/entities/entities.ts'
import { postExpense } from '#server/domain/ledger/journal/post.ts'
import { trackEntity } from '#server/domain/search/track-entity.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { getViolatedForeignKey } from '#server/platform/db/database-errors.ts'
import { expenses as table } from '#server/platform/db/schema/business.ts'
import { AppError, StaleVersionError } from '#server/platform/errors/app-error.ts'
import { type CsvColumns, createCsvReply } from '#server/platform/http/csv.ts'
import { idempotentRoute, route } from '#server/platform/http/route.ts'
import { createOwnedTable } from '#server/platform/records/owned-table.ts'
import { expensesApi } from '#shared/contract/expenses.ts'
import { type Expense, type ExportedExpense, exportExpenses, getExpense, listExpenses, lockExpense, sumExpenses } from './queries.ts'

// Lists are read by queries.ts, which joins the names of customers and files.
const expenses = createOwnedTable(table, 'Expense', trackEntity(expenseEntity))

const exported: CsvColumns<ExportedExpense> = [
  ['Description', ({ description }) => description],
  ['Category', ({ category }) => category],
  ['Amount', ({ amount }) => amount],
  ['Date', (row) => row.expense_date],
  ['Vendor', ({ vendor }) => vendor],
  ['Customer', (row) => row.customer_name],
  ['Receipt URL', (row) => row.receipt_url],
]

/** @param sweepReceipt queues the deletion of a file that nothing may refer to any more */
export const expenseRoutes = ({ sweepReceipt }: { sweepReceipt: (db: UserDb, fileId: number) => Promise<void> }) => [
  route(expensesApi.list, ({ user, query }) => user.tx((db) => listExpenses(db, query))),
  route(expensesApi.summary, ({ user, query }) => user.tx((db) => sumExpenses(db, query))),
  route(expensesApi.export, ({ user, query, today }) =>
    createCsvReply(user, exported, `expenses-${today}.csv`, (db) => exportExpenses(db, query)),
  ),
  route(expensesApi.one, ({ user, params }) => user.tx(async (db) => requireReceipt(await getExpense(db, params.id)))),
  route(expensesApi.history, ({ user, params }) => user.tx((db) => expenses.history(db, params.id))),
  idempotentRoute(expensesApi.create, ({ user, body, idempotent }) =>
    user.tx((db) =>
      idempotent(db, async () => {
        refuseDecimals(body.amount, await getHomeCurrency(db))
        const made = await expenses.insert(db, references(body)).catch(missingMessages)
        postExpense(db, made.id, { days: [{ day: made.expenseDate, path: 'expenseDate' }] })
        return requireReceipt(await getExpense(db, made.id))
      }),
    ),
  ),
  idempotentRoute(expensesApi.update, ({ user, body, params, idempotent }) =>
    user.tx((db) =>
      idempotent(db, async () => {
        const before = await lockExpense(db, params.id)
        refuseDecimals(body.amount, await getHomeCurrency(db))
        const saved = await expenses.update(db, params.id, references(body)).catch(async (error: unknown) => {
          // A conflict shows the record as the list does, with the names that it refers to.
          throw error instanceof StaleVersionError
            ? new StaleVersionError('Expense', await getExpense(db, params.id))
            : missingMessages(error)
        })
        if (before.receiptFileId !== null && saved.receiptFileId !== before.receiptFileId) await sweepReceipt(db, before.receiptFileId)
        postExpense(db, params.id, {
          days: saved.expenseDate === before.expenseDate ? [] : [{ day: saved.expenseDate, path: 'expenseDate' }],
        })
        return requireReceipt(await getExpense(db, params.id))
      }),
    ),
  ),
  idempotentRoute(expensesApi.remove, ({ user, params, idempotent }) =>
    user.tx((db) =>
      idempotent(db, async () => {
        const { receiptFileId } = await lockExpense(db, params.id)
        await expenses.remove(db, params.id)
        postExpense(db, params.id)
        if (receiptFileId !== null) await sweepReceipt(db, receiptFileId)
      }),
    ),
  ),
  idempotentRoute(expensesApi.restore, ({ user, params, idempotent }) =>
    user.tx((db) =>
      idempotent(db, async () => {
        await expenses.restore(db, params.id).catch(deletedMessages)
        postExpense(db, params.id)
        return getExpense(db, params.id)
      }),
    ),
  ),
]

type Reference = number | '' | null | undefined

/** '' is the form's value for none; a missing value keeps the current one. */
const references = <B extends { customerId?: Reference; receiptFileId?: Reference }>({ customerId, receiptFileId, ...rest }: B) => ({
  ...rest,
  ...(customerId === undefined ? {} : { customerId: customerId || null }),
  ...(receiptFileId === undefined ? {} : { receiptFileId: receiptFileId || null }),
})

const clearReceiptUrl = { path: 'receiptFileId', message: 'This receipt does not exist any more. Attach it again.' }
const isMissingReference: Record<string, { path: string; message: string }> = {
  expenses_customer_fk: { path: 'customerId', message: 'This customer does not exist any more. Choose another one.' },
  expenses_receipt_fk: clearReceiptUrl,
}

const createRefusal = (issue: { path: string; message: string }) => new AppError(404, issue.message, { issues: [issue] })

/** A customer or receipt that does not exist and one of another user violate the same foreign key, and are refused alike. */
const missingMessages = (error: unknown): never => {
  const issue = isMissingReference[getViolatedForeignKey(error) ?? '']
  throw issue ? createRefusal(issue) : error
}

/** The foreign key accepts any file of the user; a file that is not a receipt (a logo) is refused as if it did not exist. Call it after saving. */
const requireReceipt = (saved: Expense): Expense => {
  if (saved.receiptFileId !== null && !saved.receiptFile) throw createRefusal(clearReceiptUrl)
  return saved
}

const gone: Record<string, string> = {
  expenses_customer_fk: 'its customer was deleted since. Bring the customer back first, or add the expense anew.',
  expenses_receipt_fk: 'its receipt was removed since. Add the expense anew.',
}

/** The customer of a deleted expense cannot be changed. */
const deletedMessages = (error: unknown): never => {
  const why = gone[getViolatedForeignKey(error) ?? '']
  throw why ? new AppError(409, `This expense can’t be brought back: ${why}`) : error
}
