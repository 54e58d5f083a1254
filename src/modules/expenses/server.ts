import { bindRecord, createMissingError, createRecordTable, serveRecord } from '#kit/server/serve-record.ts'
import { postExpense } from '#server/domain/ledger/journal/post.ts'
import type { Module } from '#server/domain/services.ts'
import { expenses } from '#server/platform/db/schema/business.ts'
import { StaleVersionError } from '#server/platform/errors/app-error.ts'
import { expensesApi } from './contract.ts'
import { expenseModel } from './model.ts'
import { type Expense, exportExpenses, getExpense, listExpenses, lockExpense, sumExpenses } from './queries.ts'
import { receiptRoutes } from './receipt-routes.ts'
import { receiptSweepRunner, sweepReceipt } from './receipt-sweep.job.ts'

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
