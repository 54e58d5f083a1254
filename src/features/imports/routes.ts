import { customerEntity } from '#modules/customers/server.ts'
import { expenseEntity } from '#modules/expenses/server.ts'
import { rowSchemas } from '#modules/imports/rows.ts'
import { itemEntity } from '#modules/items/server.ts'
import { listTaxRates } from '#modules/tax-rates/server.ts'
import type { Module } from '#server/domain/services.ts'
import { idempotentRoute } from '#server/platform/http/route.ts'
import { importsApi } from '#shared/contract/imports.ts'
import { checkRows, rejectRows, toIssue } from './check-rows.ts'
import { describeUnknownCustomer, findCustomers } from './find-customers.ts'
import { insertRows } from './insert-rows.ts'
import { openingBalancesImportRoute } from './opening-balances.ts'

/** Imports an entity whose rows refer to tax rates only. */
const createImportRoute = (
  endpoint: typeof importsApi.customers | typeof importsApi.items,
  entity: typeof customerEntity | typeof itemEntity,
) =>
  idempotentRoute(endpoint, async ({ user, body, today, idempotent }) => {
    const rows = await checkRows(entity.tableName, rowSchemas[entity.tableName], body.rows, today)
    return user.tx((db) =>
      idempotent(db, async () => {
        const rates = rows.some(({ taxRate }) => taxRate) ? await listTaxRates(db, { archived: true }) : []
        const active = rates.filter(({ archivedAt }) => archivedAt === null)
        const idByName = new Map(active.map(({ id, name }) => [name.toLowerCase(), id]))
        const known = new Set(rates.map(({ name }) => name.toLowerCase()))
        const problems = rows.flatMap(({ taxRate }, i) => {
          if (!taxRate || idByName.has(taxRate.toLowerCase())) return []
          const message = known.has(taxRate.toLowerCase())
            ? `The tax rate "${taxRate}" is archived. Restore it first, or use another one`
            : `There is no tax rate called "${taxRate}". Add it first`
          return [toIssue(entity.tableName, i, body.rows[i]!.line, 'taxRate', message)]
        })
        rejectRows(problems)
        return insertRows(
          db,
          entity,
          rows.map((row) => ({ ...row, taxRateId: idByName.get(row.taxRate?.toLowerCase() ?? '') ?? null })),
          body,
        )
      }),
    )
  })

/** Imports: all rows are stored, or none. */
export const importsModule: Module = () => ({
  routes: [
    createImportRoute(importsApi.customers, customerEntity),
    createImportRoute(importsApi.items, itemEntity),
    openingBalancesImportRoute,

    idempotentRoute(importsApi.expenses, async ({ user, body, today, idempotent }) => {
      const rows = await checkRows('expenses', rowSchemas.expenses, body.rows, today)
      return user.tx((db) =>
        idempotent(db, async () => {
          const findCustomer = await findCustomers(
            db,
            rows.flatMap(({ customer }) => customer || []),
          )
          const problems = rows.flatMap(({ customer }, i) => {
            const found = customer ? findCustomer(customer) : undefined
            const message = !customer || (found && 'id' in found) ? undefined : describeProblem(customer, found, body.unknownCustomers)
            return message ? [toIssue('expenses', i, body.rows[i]!.line, 'customer', message)] : []
          })
          rejectRows(problems)
          const values = rows.map((row) => {
            const found = row.customer ? findCustomer(row.customer) : undefined
            return { ...row, customerId: found && 'id' in found ? found.id : null }
          })
          return insertRows(db, expenseEntity, values, body)
        }),
      )
    }),
  ],
})

/** @returns undefined where the expense is stored without a customer */
const describeProblem = (name: string, found: { several: number } | undefined, unknown: 'refuse' | 'empty') => {
  if (found || unknown === 'refuse') {
    const message = describeUnknownCustomer(name, found)
    return found ? message : `${message}, or import these expenses without a customer`
  }
  return undefined
}
