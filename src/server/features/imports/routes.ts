import { customerEntity, expenseEntity, type ImportedEntity, itemEntity } from '#server/domain/entities/entities.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { idempotentRoute } from '#server/platform/http/route.ts'
import { importsApi } from '#shared/contract/imports.ts'
import { rowSchemas } from '#shared/imports/rows.ts'
import { checkRows, rejectRows, toIssue } from './check-rows.ts'
import { insertRows } from './insert-rows.ts'

type CustomerMatch = { id: number } | { several: number } | undefined

/**
 * Finds customers by the names in a file, in any case: by name, or else by company. The customers found cannot be deleted until the transaction ends.
 * @returns for each name: the customer's id, the number of customers with that name, or undefined when there is none
 */
const findCustomers = async (db: UserDb, names: readonly string[]): Promise<(name: string) => CustomerMatch> => {
  const rows = await db.rows<{ name: string; id: number; count: number }>(
    `with wanted as (select distinct name, lower(name collate "und-x-icu") as key from unnest($2::text[]) as name),
     named as (
       select w.name, c.id from wanted w join customers c on lower(c.name collate "und-x-icu") = w.key
       where c.user_id = $1 for key share of c
     ),
     firms as (
       select w.name, c.id from wanted w join customers c on lower(c.company collate "und-x-icu") = w.key
       where c.user_id = $1 for key share of c
     ),
     by_name as (select name, min(id) as id, count(*)::int as count from named group by name),
     by_company as (select name, min(id) as id, count(*)::int as count from firms group by name)
     select * from by_name
     union all
     select * from by_company where name not in (select name from by_name)`,
    [db.userId, [...new Set(names)]],
  )
  const found = new Map(rows.map(({ name, id, count }) => [name, count === 1 ? { id } : { several: count }]))
  return (name) => found.get(name)
}

/** Imports an entity whose rows refer to no other records. */
const createImportRoute = (endpoint: typeof importsApi.customers | typeof importsApi.items, entity: ImportedEntity) =>
  idempotentRoute(endpoint, async ({ user, body, idempotent }) => {
    const rows = await checkRows(entity.tableName, rowSchemas[entity.tableName], body.rows)
    return user.tx((db) => idempotent(db, () => insertRows(db, entity, rows, body)))
  })

/** Imports: all rows are stored, or none. */
export const importRoutes = () => [
  createImportRoute(importsApi.customers, customerEntity),
  createImportRoute(importsApi.items, itemEntity),

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
]

const describeProblem = (name: string, found: { several: number } | undefined, unknown: 'refuse' | 'empty') => {
  if (found) return `${found.several} customers are called "${name}". Give the one you mean a name of its own first`
  return unknown === 'empty'
    ? undefined
    : `There is no customer called "${name}". Add it first, or import these expenses without a customer`
}
