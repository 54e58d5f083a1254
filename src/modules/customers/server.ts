import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { bindRecord, createRecordTable, serveRecord } from '#kit/server/serve-record.ts'
import { allowEmails, listBounced } from '#server/domain/documents/emails/bounced-addresses.ts'
import { detachCustomer } from '#server/domain/documents/lifecycle/delete.ts'
import { getCustomerBalance, getOwedByCustomer, nothingOwed } from '#server/domain/ledger/figures/customer-balance.ts'
import { listUsableCards, queueDetach } from '#server/domain/payments/saved-cards/store.ts'
import type { Module } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { customers as table } from '#server/platform/db/schema/business.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { idempotentRoute, route } from '#server/platform/http/route.ts'
import type { Day } from '#shared/dates.ts'
import { listAddresses } from '#shared/email-addresses.ts'
import { documentKinds } from '#shared/record-types.ts'
import { type customerFigures, customersApi } from './contract.ts'
import { listEstimates, listExpenses, listInvoices } from './customer-documents.ts'
import { customerModel } from './model.ts'
import { findTermsProblem } from './rules.ts'
import { findSimilar } from './similar.ts'

export const customerEntity = bindRecord(customerModel, table, customersApi)

const referencesQuery = `
  select type as noun, count(*) from documents where user_id = $1 and customer_id = $2 and deleted_at is null and credited_invoice_id is null group by type
  union all select 'expense', count(*) from expenses where user_id = $1 and customer_id = $2
  union all select 'recurring invoice', count(*) from recurring_invoices where user_id = $1 and customer_id = $2`

/**
 * Refuses to delete a customer whom invoices, estimates, credit notes or expenses refer to; deleted documents do not count. The customer's row is locked first, so
 * that a document that is being created at the same moment either counts already, or fails because the customer is deleted.
 * @throws AppError 409 with the number of references
 */
const refuseIfReferenced = async (db: UserDb, id: number): Promise<void> => {
  await db.rows('select 1 from customers where user_id = $1 and id = $2 for update', [db.userId, id])
  const counts = new Map(
    (await db.rows<{ noun: string; count: number }>(referencesQuery, [db.userId, id])).map((row) => [row.noun, row.count]),
  )
  const found = [...documentKinds, 'expense', 'recurring invoice'].flatMap((noun) => {
    const count = counts.get(noun) ?? 0
    return count === 0 ? [] : [`${count} ${noun.replace('-', ' ')}${count === 1 ? '' : 's'}`]
  })
  const references = new Intl.ListFormat('en-US').format(found)
  // They stay, also when they are voided.
  if (counts.has('credit-note')) throw new AppError(409, `This customer has ${references}, so it can't be deleted. Credit notes are kept.`)
  const them = [...counts.values()].reduce((sum, count) => sum + count, 0) === 1 ? 'it' : 'them'
  if (found.length > 0)
    throw new AppError(409, `This customer has ${references}, so it can't be deleted. Delete or reassign ${them} first.`)
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

/** Ids are written with and without spaces, dots and hyphens; a search finds them as they are stored, and without these. */
const ids = sql`E'\\n' || coalesce(${table.vatId}, '') || E'\\n' || coalesce(${table.registrationId}, '')`
const searchText = sql`${table.searchText} || lower((${ids} || translate(${ids}, ' .-', '')) collate "und-x-icu")`

const customers = createRecordTable(customerEntity, searchText)

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

export const customersModule: Module = () => ({
  routes: [
    ...serveRecord(customerEntity, customers, {
      list: listWithBalances,
      save: async (_, __, save) => {
        const saved = await save()
        // What the request leaves out is as it was.
        const problem = findTermsProblem(saved)
        if (problem) throw new AppError(400, problem.message, { issues: [problem] })
        return saved
      },
      remove: async (db, id, remove) => {
        await refuseIfReferenced(db, id)
        // Deleting the customer deletes the cards here; the jobs remove them at the provider.
        for (const card of await listUsableCards(db, id)) await queueDetach(db, card)
        await detachCustomer(db, id)
        await remove()
      },
    }),
    route(customersApi.similar, ({ user, body }) =>
      user.tx(async (db) => {
        if (body.customerId !== undefined) await customers.one(db, body.customerId)
        return findSimilar(db, body)
      }),
    ),
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
  ],
})
