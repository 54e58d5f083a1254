import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { RecordModel } from '#model/record.ts'
import { customersApi } from '#modules/customers/contract.ts'
import { customerModel } from '#modules/customers/model.ts'
import { expensesApi } from '#modules/expenses/contract.ts'
import { expenseModel } from '#modules/expenses/model.ts'
import { itemsApi } from '#modules/items/contract.ts'
import { itemModel } from '#modules/items/model.ts'
import { customers, expenses, items } from '#server/platform/db/schema/business.ts'

/** A field without a column is a type error. */
const bind = <M extends RecordModel, T extends PgTable & Record<keyof M['fields'], PgColumn>, A>(model: M, table: T, api: A) => ({
  ...model,
  table,
  api,
})

/**
 * The simple records, with their tables. A new one is registered here, which adds it to search results, integrity checks, the storage quota, rate limits, the
 * deletion of accounts, imports, archives and the API documentation.
 */
export const customerEntity = bind(customerModel, customers, customersApi)
export const itemEntity = bind(itemModel, items, itemsApi)
export const expenseEntity = bind(expenseModel, expenses, expensesApi)
export const entities = [customerEntity, itemEntity, expenseEntity] as const
export type Entity = (typeof entities)[number]
