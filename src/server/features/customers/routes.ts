import { sql } from 'drizzle-orm'
import type { UserDb } from '#server/platform/db/client.ts'
import { once, storedAs } from '#server/platform/db/idempotency.ts'
import { ownedTable } from '#server/platform/db/owned-table.ts'
import { customers as table } from '#server/platform/db/schema/business.ts'
import { AppError } from '#server/platform/errors.ts'
import { route } from '#server/platform/http/route.ts'
import { customersApi } from '#shared/api/customers.ts'

const customers = ownedTable(table, 'Customer')

const stored = storedAs(customersApi.create.reply)

export const customerRoutes = () => [
  route(customersApi.list, ({ user }) => user.tx(customers.all)),
  route(customersApi.create, ({ user, body, idempotency }) =>
    user.tx((db) => once(db, idempotency, () => customers.insert(db, body), stored)),
  ),
  route(customersApi.update, ({ user, body, params }) => user.tx((db) => customers.update(db, params.id, body))),
  route(customersApi.remove, ({ user, params }) =>
    user.tx(async (db) => {
      await refuseWhileReferred(db, params.id)
      await customers.remove(db, params.id)
    }),
  ),
]

const counted = (n: number, noun: string) => (n === 0 ? [] : [`${n} ${noun}${n === 1 ? '' : 's'}`])

/** A customer whom papers or expenses name stays, and the answer says how many there are. */
const refuseWhileReferred = async (db: UserDb, id: number) => {
  const [row] = (
    await db.orm.execute<{ invoices: string; estimates: string; expenses: string }>(sql`
      select (select count(*) from invoices where user_id = ${db.userId} and customer_id = ${id}) as invoices,
             (select count(*) from estimates where user_id = ${db.userId} and customer_id = ${id}) as estimates,
             (select count(*) from expenses where user_id = ${db.userId} and customer_id = ${id}) as expenses`)
  ).rows
  const uses = [
    ...counted(Number(row!.invoices), 'invoice'),
    ...counted(Number(row!.estimates), 'estimate'),
    ...counted(Number(row!.expenses), 'expense'),
  ]
  if (uses.length > 0)
    throw new AppError(409, `This customer can't be deleted, because of ${uses.join(', ')}. Delete or reassign them first.`)
}
