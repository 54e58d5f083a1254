import { z } from 'zod'
import { del, find, findFile, get, list, noBody, post, put } from '#shared/endpoint.ts'
import { expenseCategories } from '#shared/expense-categories.ts'
import { textLimits } from '#shared/text-limits.ts'
import { historyEvent } from './document-history.ts'
import { expenseEndpoints } from './endpoints/expenses.ts'
import {
  amount,
  amountInput,
  calendarDay,
  dayInput,
  moneyDayInput,
  optionalText,
  optionalUrl,
  requiredText,
  rowId,
  sum,
  version,
} from './fields.ts'
import { paging, searchFilter, sortBy } from './lists.ts'

const category = z.enum(expenseCategories, {
  error: ({ input }) =>
    input === undefined || input === null || input === '' ? 'Category is required' : 'Category must be one of the list',
})

export const expenseInput = z.strictObject({
  description: requiredText('Description', textLimits.expenseDescription),
  amount: amountInput('Amount'),
  category,
  expenseDate: moneyDayInput('Expense date'),
  vendor: optionalText('Vendor', textLimits.name),
  /** The customer for whom the expense was made; '' for none. */
  customerId: z.union([z.literal(''), rowId('Customer')], 'Choose a customer of the list, or none').nullish(),
  receiptUrl: optionalUrl('Receipt URL'),
  /** An uploaded receipt; '' or null removes it. */
  receiptFileId: z.union([z.literal(''), rowId('Receipt')], 'Attach the receipt again').nullish(),
})

/** A file attached to an expense; its bytes are at `/api/receipts/:id`. */
export const receiptFile = z.object({ id: z.int(), fileName: z.string(), contentType: z.string(), size: z.int() })

export const expense = z.object({
  id: z.int(),
  version,
  description: z.string(),
  amount,
  category: z.string(),
  expenseDate: calendarDay,
  vendor: z.string().nullable(),
  customerId: z.int().nullable(),
  customerName: z.string().nullable(),
  receiptUrl: z.string().nullable(),
  receiptFileId: z.int().nullable(),
  receiptFile: receiptFile.nullable(),
})
/** JSON form: the amount is a decimal string. */
export type ExpenseWire = z.input<typeof expense>

export const expenseSorts = ['expenseDate', 'description', 'category', 'amount', 'vendor'] as const
/** Filter by text, category, date range (both ends included) and customer. */
export const expenseFilter = z.strictObject({
  ...searchFilter,
  category: category.optional(),
  from: dayInput('From').optional(),
  to: dayInput('To').optional(),
  customerId: rowId('Customer').optional(),
})
const sorted = expenseFilter.extend({ sort: sortBy(expenseSorts) })
export const expenseQuery = sorted.extend(paging)

export const expensesApi = {
  list: list(expenseEndpoints.list, expenseQuery, expense),
  /** Count and total, in their own request so that the first rows don't wait for them. */
  summary: find(expenseEndpoints.summary, expenseFilter, z.object({ count: z.int(), total: sum })),
  /** The list as a CSV file. */
  export: findFile(expenseEndpoints.export, sorted),
  one: get(expenseEndpoints.one, expense),
  /** Newest first. */
  history: get(expenseEndpoints.history, z.array(historyEvent)),
  create: post(expenseEndpoints.create, expenseInput, expense, { status: 201 }),
  update: put(expenseEndpoints.update, expenseInput.extend({ version: version.optional() }), expense),
  remove: del(expenseEndpoints.remove),
  /** Undoes a deletion; the record keeps its id. */
  restore: post(expenseEndpoints.restore, noBody, expense),
}
