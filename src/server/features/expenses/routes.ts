import type { UserDb } from '#server/platform/db/client.ts'
import { getViolatedForeignKey } from '#server/platform/db/constraint-errors.ts'
import { expenses as table } from '#server/platform/db/schema/business.ts'
import { AppError, StaleVersionError } from '#server/platform/errors/app-error.ts'
import { type CsvColumns, createCsvReply } from '#server/platform/http/csv.ts'
import { idempotentRoute, route } from '#server/platform/http/route.ts'
import { createOwnedTable } from '#server/platform/records/owned-table.ts'
import { expensesApi } from '#shared/contract/expenses.ts'
import { type Expense, type ExportedExpense, exportExpenses, getExpense, listExpenses, lockReceipt, sumExpenses } from './queries.ts'

// The list is read by `queries.ts`, which joins what it shows of customers and files.
const expenses = createOwnedTable(table, 'Expense')

const exported: CsvColumns<ExportedExpense> = [
  ['Description', ({ description }) => description],
  ['Category', ({ category }) => category],
  ['Amount', ({ amount }) => amount],
  ['Date', (row) => row.expense_date],
  ['Vendor', ({ vendor }) => vendor],
  ['Customer', (row) => row.customer_name],
  ['Receipt URL', (row) => row.receipt_url],
]

/** @param sweepReceipt looks later whether anything still refers to this file, and removes it if not */
export const expenseRoutes = ({ sweepReceipt }: { sweepReceipt: (db: UserDb, fileId: number) => Promise<void> }) => [
  route(expensesApi.list, ({ user, query }) => user.tx((db) => listExpenses(db, query))),
  route(expensesApi.summary, ({ user, query }) => user.tx((db) => sumExpenses(db, query))),
  route(expensesApi.export, ({ user, query, today }) =>
    createCsvReply(user, exported, `expenses-${today}.csv`, (db) => exportExpenses(db, query)),
  ),
  route(expensesApi.one, ({ user, params }) => user.tx(async (db) => withReceipt(await getExpense(db, params.id)))),
  idempotentRoute(expensesApi.create, ({ user, body, idempotent }) =>
    user.tx((db) =>
      idempotent(db, async () => {
        const made = await expenses.insert(db, references(body)).catch(wordsForMissing)
        return withReceipt(await getExpense(db, made.id))
      }),
    ),
  ),
  idempotentRoute(expensesApi.update, ({ user, body, params, idempotent }) =>
    user.tx((db) =>
      idempotent(db, async () => {
        const before = await lockReceipt(db, params.id)
        const saved = await expenses.update(db, params.id, references(body)).catch(async (error: unknown) => {
          // A refused save shows the record as the list does, with the names that it refers to.
          throw error instanceof StaleVersionError
            ? new StaleVersionError('Expense', await getExpense(db, params.id))
            : wordsForMissing(error)
        })
        if (before !== null && saved.receiptFileId !== before) await sweepReceipt(db, before)
        return withReceipt(await getExpense(db, params.id))
      }),
    ),
  ),
  idempotentRoute(expensesApi.remove, ({ user, params, idempotent }) =>
    user.tx((db) =>
      idempotent(db, async () => {
        const receiptFileId = await lockReceipt(db, params.id)
        await expenses.remove(db, params.id)
        if (receiptFileId !== null) await sweepReceipt(db, receiptFileId)
      }),
    ),
  ),
  idempotentRoute(expensesApi.restore, ({ user, params, idempotent }) =>
    user.tx((db) =>
      idempotent(db, async () => {
        await expenses.restore(db, params.id).catch(wordsForGone)
        return getExpense(db, params.id)
      }),
    ),
  ),
]

type Reference = number | '' | null | undefined

/** '' is how a form says 'none'; what isn't there stays as it is. */
const references = <B extends { customerId?: Reference; receiptFileId?: Reference }>({ customerId, receiptFileId, ...rest }: B) => ({
  ...rest,
  ...(customerId === undefined ? {} : { customerId: customerId || null }),
  ...(receiptFileId === undefined ? {} : { receiptFileId: receiptFileId || null }),
})

const noReceipt = { path: 'receiptFileId', message: 'This receipt does not exist any more. Attach it again.' }
const missing: Record<string, { path: string; message: string }> = {
  expenses_customer_fk: { path: 'customerId', message: 'This customer does not exist any more. Choose another one.' },
  expenses_receipt_fk: noReceipt,
}

const refuse = (issue: { path: string; message: string }) => new AppError(404, issue.message, { issues: [issue] })

/** The database refuses what belongs to nobody or to somebody else; both are answered alike. */
const wordsForMissing = (error: unknown): never => {
  const issue = missing[getViolatedForeignKey(error) ?? '']
  throw issue ? refuse(issue) : error
}

/** The database takes any file of the user's; one that isn't a receipt (a logo) is refused as if it weren't there. For an expense just saved. */
const withReceipt = (saved: Expense): Expense => {
  if (saved.receiptFileId !== null && !saved.receiptFile) throw refuse(noReceipt)
  return saved
}

const gone: Record<string, string> = {
  expenses_customer_fk: 'its customer was deleted since. Bring the customer back first, or add the expense anew.',
  expenses_receipt_fk: 'its receipt was removed since. Add the expense anew.',
}

/** Nobody can choose another customer for what is deleted. */
const wordsForGone = (error: unknown): never => {
  const why = gone[getViolatedForeignKey(error) ?? '']
  throw why ? new AppError(409, `This expense can’t be brought back: ${why}`) : error
}
