import { detachCustomer } from '#server/papers/deletion.ts'
import { type CsvColumns, createCsvReply } from '#server/platform/csv.ts'
import { inNaturalOrder, inNaturalOrderBlankLast } from '#server/platform/db/lists.ts'
import { createOwnedTable } from '#server/platform/db/owned-table.ts'
import { customers as table } from '#server/platform/db/schema/business.ts'
import { idempotentRoute, route } from '#server/platform/http/route.ts'
import { customersApi } from '#shared/api/customers.ts'
import { getFigures } from './figures.ts'
import { listEstimates, listExpenses, listInvoices } from './papers.ts'
import { refuseIfReferenced } from './referred.ts'
import { findSimilar } from './similar.ts'

const customers = createOwnedTable(table, 'Customer', {
  name: () => ({ by: inNaturalOrder(table.name), type: 'text' }),
  company: (descending) => ({ by: inNaturalOrderBlankLast(table.company, descending), type: 'text' }),
  email: (descending) => ({ by: inNaturalOrderBlankLast(table.email, descending), type: 'text' }),
  created: () => ({ by: table.id.getSQL(), type: 'integer' }),
})

/** A row as the database writes it. */
type Raw = Record<'name' | 'company' | 'email' | 'phone' | 'address' | 'city' | 'state' | 'zip_code' | 'country', string | null>
const exported: CsvColumns<Raw> = [
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
    createCsvReply(user, exported, `customers-${today}.csv`, (db) => customers.all(db, query)),
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
      return getFigures(db, params.id, today)
    }),
  ),
  route(customersApi.invoices, ({ user, params, query, today }) =>
    user.tx(async (db) => {
      await customers.one(db, params.id)
      return listInvoices(db, params.id, query, today)
    }),
  ),
  route(customersApi.estimates, ({ user, params, query, today }) =>
    user.tx(async (db) => {
      await customers.one(db, params.id)
      return listEstimates(db, params.id, query, today)
    }),
  ),
  route(customersApi.expenses, ({ user, params, query }) =>
    user.tx(async (db) => {
      await customers.one(db, params.id)
      return listExpenses(db, params.id, query)
    }),
  ),
  idempotentRoute(customersApi.create, ({ user, body, idempotent }) => user.tx((db) => idempotent(db, () => customers.insert(db, body)))),
  idempotentRoute(customersApi.update, ({ user, body, params, idempotent }) =>
    user.tx((db) => idempotent(db, () => customers.update(db, params.id, body))),
  ),
  idempotentRoute(customersApi.remove, ({ user, params, idempotent }) =>
    user.tx((db) =>
      idempotent(db, async () => {
        await refuseIfReferenced(db, params.id)
        await detachCustomer(db, params.id)
        await customers.remove(db, params.id)
      }),
    ),
  ),
  idempotentRoute(customersApi.restore, ({ user, params, idempotent }) =>
    user.tx((db) => idempotent(db, () => customers.restore(db, params.id))),
  ),
]
