import { letGoOfCustomer } from '#server/papers/deletion.ts'
import { type Columns, csvFile } from '#server/platform/csv.ts'
import { natural, naturalOrLast } from '#server/platform/db/lists.ts'
import { ownedTable } from '#server/platform/db/owned-table.ts'
import { customers as table } from '#server/platform/db/schema/business.ts'
import { change, route } from '#server/platform/http/route.ts'
import { customersApi } from '#shared/api/customers.ts'
import { figuresOf } from './figures.ts'
import { estimatesOf, expensesOf, invoicesOf } from './papers.ts'
import { refuseWhileReferred } from './referred.ts'
import { findSimilar } from './similar.ts'

const customers = ownedTable(table, 'Customer', {
  name: () => ({ by: natural(table.name), type: 'text' }),
  company: (descending) => ({ by: naturalOrLast(table.company, descending), type: 'text' }),
  email: (descending) => ({ by: naturalOrLast(table.email, descending), type: 'text' }),
  created: () => ({ by: table.id.getSQL(), type: 'integer' }),
})

/** A row as the database writes it. */
type Raw = Record<'name' | 'company' | 'email' | 'phone' | 'address' | 'city' | 'state' | 'zip_code' | 'country', string | null>
const exported: Columns<Raw> = [
  ['Name', ({ name }) => name],
  ['Company', ({ company }) => company],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone }) => phone],
  ['Address', ({ address }) => address],
  ['City', ({ city }) => city],
  ['State', ({ state }) => state],
  ['ZIP Code', (row) => row.zip_code],
  ['Country', ({ country }) => country],
]

export const customerRoutes = () => [
  route(customersApi.list, ({ user, query }) => user.tx((db) => customers.list(db, query))),
  route(customersApi.summary, ({ user, query }) => user.tx(async (db) => ({ count: await customers.count(db, query) }))),
  route(customersApi.export, ({ user, query, today }) =>
    csvFile(user, exported, `customers-${today}.csv`, (db) => customers.all(db, query)),
  ),
  route(customersApi.similar, ({ user, body }) =>
    user.tx(async (db) => {
      if (body.customerId !== undefined) await customers.one(db, body.customerId)
      return findSimilar(db, body)
    }),
  ),
  route(customersApi.one, ({ user, params }) => user.tx((db) => customers.one(db, params.id))),
  route(customersApi.figures, ({ user, params, today }) =>
    user.tx(async (db) => {
      await customers.one(db, params.id)
      return figuresOf(db, params.id, today)
    }),
  ),
  route(customersApi.invoices, ({ user, params, query, today }) =>
    user.tx(async (db) => {
      await customers.one(db, params.id)
      return invoicesOf(db, params.id, query, today)
    }),
  ),
  route(customersApi.estimates, ({ user, params, query, today }) =>
    user.tx(async (db) => {
      await customers.one(db, params.id)
      return estimatesOf(db, params.id, query, today)
    }),
  ),
  route(customersApi.expenses, ({ user, params, query }) =>
    user.tx(async (db) => {
      await customers.one(db, params.id)
      return expensesOf(db, params.id, query)
    }),
  ),
  change(customersApi.create, ({ user, body, once }) => user.tx((db) => once(db, () => customers.insert(db, body)))),
  change(customersApi.update, ({ user, body, params, once }) => user.tx((db) => once(db, () => customers.update(db, params.id, body)))),
  change(customersApi.remove, ({ user, params, once }) =>
    user.tx((db) =>
      once(db, async () => {
        await refuseWhileReferred(db, params.id)
        await letGoOfCustomer(db, params.id)
        await customers.remove(db, params.id)
      }),
    ),
  ),
  change(customersApi.restore, ({ user, params, once }) => user.tx((db) => once(db, () => customers.restore(db, params.id)))),
]
