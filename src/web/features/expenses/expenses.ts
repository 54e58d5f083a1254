import type { z } from 'zod'
import type { ExpenseWire, expenseInput, expensesApi } from '#modules/expenses/contract.ts'
import { expenseEndpoints } from '#modules/expenses/model.ts'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { formatDay, isDay } from '#shared/dates.ts'
import { expenseCategories } from '#shared/expense-categories.ts'
import { addUp, parseAmount, toDecimal } from '#shared/money.ts'
import type { Entity } from '#web/entity/entity.ts'
import { createEntityClient } from '#web/entity/entity-client.ts'
import { call, callPage } from '#web/lib/api/client.ts'
import { formatAmountInput } from '#web/lib/format/amount.ts'

export type ExpenseBody = z.input<typeof expenseInput>

const path = apiPaths.expenses
type Query = z.input<(typeof expensesApi)['list']['query']>

/** The entity's `filters` have validated the URL's parameters. */
const toFilter = ({ category, from, to }: Readonly<Record<string, string>>) => ({ category: category as Query['category'], from, to })

export const expenses: Entity<ExpenseWire, ExpenseBody> = {
  noun: 'expense',
  path,
  list: ({ search, sort, filter, limit, after }, signal) =>
    callPage(expenseEndpoints.list, {
      query: { search, sort: sort as Query['sort'], ...toFilter(filter), limit, after },
      signal,
    }),
  summary: ({ search, filter }, signal) => call(expenseEndpoints.summary, { query: { search, ...toFilter(filter) }, signal }),
  summarize: (rows) => ({ count: rows.length, total: toDecimal(addUp(rows.map(({ amount }) => parseAmount(amount)))) }),
  ...createEntityClient(expenseEndpoints),
  searchIn: ({ description, category, vendor }) => [description, category, vendor],
  sorts: [
    { value: '-expenseDate', label: 'Newest first' },
    { value: 'expenseDate', label: 'Oldest first' },
    { value: '-amount', label: 'Highest amount' },
    { value: 'amount', label: 'Lowest amount' },
    { value: 'description', label: 'Description A–Z' },
    { value: '-description', label: 'Description Z–A' },
    { value: 'category', label: 'Category A–Z' },
    { value: '-category', label: 'Category Z–A' },
    { value: 'vendor', label: 'Vendor A–Z' },
    { value: '-vendor', label: 'Vendor Z–A' },
  ],
  filters: { category: (value) => expenseCategories.some((category) => category === value), from: isDay, to: isDay },
  describeFields: (expense, currency) => [
    ['Description', expense.description],
    ['Amount', formatAmountInput(expense.amount, currency)],
    ['Category', expense.category],
    ['Expense Date', isDay(expense.expenseDate) ? formatDay(expense.expenseDate) : expense.expenseDate],
    ['Vendor', expense.vendor ?? ''],
    ['Customer', expense.customerName ?? ''],
    ['Receipt URL', expense.receiptUrl ?? ''],
    ['Receipt', expense.receiptFile?.fileName ?? ''],
  ],
  alsoChanges: [apiPaths.dashboard, apiPaths.reports, apiPaths.customers],
}
