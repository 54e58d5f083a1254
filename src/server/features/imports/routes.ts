import { idempotentRoute } from '#server/platform/http/route.ts'
import { importsApi } from '#shared/api/imports.ts'
import { rowSchemas } from '#shared/import/rows.ts'
import { toDecimal } from '#shared/money.ts'
import { checkRows, rejectRows, toIssue } from './check.ts'
import { findCustomers } from './find-customers.ts'
import { insertRows } from './insert.ts'

/** '' and a missing value are stored alike: as nothing. */
const orNull = (text: string | null | undefined): string | null => text || null

/** Many records at once: every row is stored, or none. */
export const importRoutes = () => [
  idempotentRoute(importsApi.customers, async ({ user, body, idempotent }) => {
    const rows = await checkRows('customers', rowSchemas.customers, body.rows)
    const values = rows.map((row) => ({
      name: row.name,
      company: orNull(row.company),
      email: orNull(row.email),
      phone: orNull(row.phone),
      address: orNull(row.address),
      city: orNull(row.city),
      state: orNull(row.state),
      zip_code: orNull(row.zipCode),
      country: orNull(row.country),
    }))
    return user.tx((db) => idempotent(db, () => insertRows(db, 'customers', values, body)))
  }),

  idempotentRoute(importsApi.items, async ({ user, body, idempotent }) => {
    const rows = await checkRows('items', rowSchemas.items, body.rows)
    const values = rows.map((row) => ({
      name: row.name,
      description: orNull(row.description),
      unit_price: toDecimal(row.unitPrice),
      category: orNull(row.category),
    }))
    return user.tx((db) => idempotent(db, () => insertRows(db, 'items', values, body)))
  }),

  idempotentRoute(importsApi.expenses, async ({ user, body, idempotent }) => {
    const rows = await checkRows('expenses', rowSchemas.expenses, body.rows)
    return user.tx((db) =>
      idempotent(db, async () => {
        const findCustomer = await findCustomers(
          db,
          rows.flatMap(({ customer }) => customer || []),
        )
        const problems = rows.flatMap(({ customer }, i) => {
          const found = customer ? findCustomer(customer) : undefined
          const message = !customer || (found && 'id' in found) ? undefined : problemWith(customer, found, body.unknownCustomers)
          return message ? [toIssue('expenses', i, body.rows[i]!.line, 'customer', message)] : []
        })
        rejectRows(problems)
        const values = rows.map((row) => {
          const found = row.customer ? findCustomer(row.customer) : undefined
          return {
            description: row.description,
            amount: toDecimal(row.amount),
            category: row.category,
            expense_date: row.expenseDate,
            vendor: orNull(row.vendor),
            customer_id: found && 'id' in found ? found.id : null,
            receipt_url: orNull(row.receiptUrl),
          }
        })
        return insertRows(db, 'expenses', values, body)
      }),
    )
  }),
]

const problemWith = (name: string, found: { several: number } | undefined, unknown: 'refuse' | 'empty') => {
  if (found) return `${found.several} customers are called "${name}". Give the one you mean a name of its own first`
  return unknown === 'empty'
    ? undefined
    : `There is no customer called "${name}". Add it first, or import these expenses without a customer`
}
