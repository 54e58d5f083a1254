import { expenseEndpoints, expenseModel } from '#modules/expenses/model.ts'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { isDay } from '#shared/dates.ts'
import { expenseCategories } from '#shared/expense-categories.ts'
import { addUp, parseAmount, toDecimal } from '#shared/money.ts'
import { createEntity } from '#web/entity/entity.ts'

export const expenses = createEntity(expenseModel, expenseEndpoints, {
  summarize: (rows) => ({ count: rows.length, total: toDecimal(addUp(rows.map(({ amount }) => parseAmount(amount)))) }),
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
  alsoChanges: [apiPaths.dashboard, apiPaths.reports, apiPaths.customers],
})
