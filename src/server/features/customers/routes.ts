import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { allowEmails, listBounced } from '#server/domain/documents/emails/bounced-addresses.ts'
import { detachCustomer } from '#server/domain/documents/lifecycle/delete.ts'
import { customerEntity, type ExportedRow, getCsvColumns } from '#server/domain/entities/entities.ts'
import { getCustomerBalance, getOwedByCustomer, nothingOwed } from '#server/domain/ledger/figures/customer-balance.ts'
import { queueDetach } from '#server/domain/payments/saved-cards/detach.job.ts'
import { listUsableCards } from '#server/domain/payments/saved-cards/store.ts'
import { trackEntity } from '#server/domain/search/track-entity.ts'
import { addTaxRateNames, requireTaxRate } from '#server/domain/tax/tax-rates.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { inNaturalOrder, inNaturalOrderBlankLast } from '#server/platform/db/pagination.ts'
import { customers as table } from '#server/platform/db/schema/business.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { createCsvReply } from '#server/platform/http/csv.ts'
import { idempotentRoute, route } from '#server/platform/http/route.ts'
import { createOwnedTable } from '#server/platform/records/owned-table.ts'
import { type customerFigures, customersApi } from '#shared/contract/customers.ts'
import type { Day } from '#shared/dates.ts'
import { listAddresses } from '#shared/email-addresses.ts'
import { listEstimates, listExpenses, listInvoices } from './customer-documents.ts'
import { findSimilar } from './similar.ts'

const referencesQuery = `
  select count(*) filter (where type = 'invoice') as invoices, count(*) filter (where type = 'estimate') as estimates,
         count(*) filter (where type = 'credit-note' and credited_invoice_id is null) as notes,
         (select count(*) from expenses where user_id = $1 and customer_id = $2) as expenses,
         (select count(*) from recurring_invoices where user_id = $1 and customer_id = $2) as recurring
  from documents where user_id = $1 and customer_id = $2 and deleted_at is null`

const formatCount = (n: number, noun: string) => (n === 0 ? [] : [`${n} ${noun}${n === 1 ? '' : 's'}`])

/**
 * Refuses to delete a customer whom invoices, estimates, credit notes or expenses refer to; deleted documents do not count. The customer's row is locked first, so
 * that a document that is being created at the same moment either counts already, or fails because the customer is deleted.
 * @throws AppError 409 with the number of references
 */
const refuseIfReferenced = async (db: UserDb, id: number): Promise<void> => {
  await db.rows('select 1 from customers where user_id = $1 and id = $2 for update', [db.userId, id])
  const [row] = await db.rows<Record<'invoices' | 'estimates' | 'notes' | 'expenses' | 'recurring', number>>(referencesQuery, [
    db.userId,
    id,
  ])
  const { invoices, estimates, notes, expenses, recurring } = row!
  const found = [
    ...formatCount(invoices, 'invoice'),
    ...formatCount(estimates, 'estimate'),
    ...formatCount(notes, 'credit note'),
    ...formatCount(expenses, 'expense'),
    ...formatCount(recurring, 'recurring invoice'),
  ]
  // They stay, also when they are voided.
  if (notes > 0) throw new AppError(409, `This customer has ${found.join(', ')} and can't be deleted. Credit notes are kept.`)
  const them = invoices + estimates + expenses + recurring === 1 ? 'it' : 'them'
  if (found.length > 0)
    throw new AppError(409, `This customer has ${found.join(', ')} and can't be deleted. Delete or reassign ${them} first.`)
}

const counts = `
  select count(*) filter (where type = 'invoice')::int as "invoiceCount", count(*) filter (where type = 'estimate')::int as "estimateCount",
         (select count(*)::int from expenses where user_id = $1 and customer_id = $2) as "expenseCount"
  from documents where user_id = $1 and customer_id = $2 and deleted_at is null`

type Counts = Pick<z.output<typeof customerFigures>, 'invoiceCount' | 'estimateCount' | 'expenseCount'>

/** Reads a customer's figures and counts. */
const getFigures = async (db: UserDb, customerId: number, today: Day): Promise<z.output<typeof customerFigures>> => {
  const [balance, [row]] = await Promise.all([
    getCustomerBalance(db, customerId, today),
    db.rows<Counts>(counts, [db.userId, customerId], 'customers.counts'),
  ])
  return { ...balance, ...row! }
}

const sorts = {
  name: () => ({ by: inNaturalOrder(table.name), type: 'text' as const }),
  company: (descending: boolean) => ({ by: inNaturalOrderBlankLast(table.company, descending), type: 'text' as const }),
  email: (descending: boolean) => ({ by: inNaturalOrderBlankLast(table.email, descending), type: 'text' as const }),
  created: () => ({ by: table.id.getSQL(), type: 'bigint' as const }),
}

/** Ids are written with and without spaces, dots and hyphens; a search finds them as they are stored, and without these. */
const ids = sql`E'\\n' || coalesce(${table.vatId}, '') || E'\\n' || coalesce(${table.registrationId}, '')`
const searchText = sql`${table.searchText} || lower((${ids} || translate(${ids}, ' .-', '')) collate "und-x-icu")`

const customers = createOwnedTable(table, 'Customer', trackEntity(customerEntity), sorts, searchText)

/** A page of the list; every row says what the customer owes. */
const listWithBalances = async (db: UserDb, query: Parameters<typeof customers.list>[1], today: Day) => {
  const { rows, next } = await customers.list(db, query)
  const owed =
    rows.length === 0
      ? new Map()
      : await getOwedByCustomer(
          db,
          rows.map(({ id }) => id),
          today,
        )
  return { rows: rows.map((row) => ({ ...row, ...(owed.get(row.id) ?? nothingOwed) })), next }
}

export const customerRoutes = () => [
  route(customersApi.list, ({ user, query, today }) => user.tx((db) => listWithBalances(db, query, today))),
  route(customersApi.summary, ({ user, query }) => user.tx(async (db) => ({ count: await customers.count(db, query) }))),
  route(customersApi.export, ({ user, query, today }) =>
    createCsvReply(user, getCsvColumns(customerEntity), `customers-${today}.csv`, (db) =>
      addTaxRateNames(db, customers.all<ExportedRow>(db, query)),
    ),
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
  route(customersApi.history, ({ user, params }) => user.tx((db) => customers.history(db, params.id))),
  route(customersApi.bounces, ({ user, params }) =>
    user.tx(async (db) => listBounced(db, listAddresses(await customers.one(db, params.id)))),
  ),
  idempotentRoute(customersApi.tryAddress, ({ user, params, body, idempotent }) =>
    user.tx((db) =>
      idempotent(db, async () => {
        const addresses = listAddresses(await customers.one(db, params.id))
        if (!addresses.some((address) => address.toLowerCase() === body.address.toLowerCase())) {
          const message = `${body.address} is not an address of this customer.`
          throw new AppError(400, message, { issues: [{ path: 'address', message }] })
        }
        await allowEmails(db, body.address)
        return listBounced(db, addresses)
      }),
    ),
  ),
  idempotentRoute(customersApi.create, ({ user, body, idempotent }) =>
    user.tx((db) =>
      idempotent(db, async () => {
        await requireTaxRate(db, body.taxRateId, 'taxRateId')
        return customers.insert(db, body)
      }),
    ),
  ),
  idempotentRoute(customersApi.update, ({ user, body, params, idempotent }) =>
    user.tx((db) =>
      idempotent(db, async () => {
        await requireTaxRate(db, body.taxRateId, 'taxRateId', async () => (await customers.one(db, params.id)).taxRateId)
        return customers.update(db, params.id, body)
      }),
    ),
  ),
  idempotentRoute(customersApi.remove, ({ user, params, idempotent }) =>
    user.tx((db) =>
      idempotent(db, async () => {
        await refuseIfReferenced(db, params.id)
        // Deleting the customer deletes the cards here; the jobs remove them at the provider.
        for (const card of await listUsableCards(db, params.id)) await queueDetach(db, card)
        await detachCustomer(db, params.id)
        await customers.remove(db, params.id)
      }),
    ),
  ),
  idempotentRoute(customersApi.restore, ({ user, params, idempotent }) =>
    user.tx((db) => idempotent(db, () => customers.restore(db, params.id))),
  ),
]
