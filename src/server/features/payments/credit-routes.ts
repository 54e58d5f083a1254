import type { z } from 'zod'
import {
  applyCredit,
  type CreditApplication,
  listCustomerCredit,
  reverseCreditApplication,
  toAppliedCredit,
} from '#server/domain/payments/credit-applications/credit-applications.ts'
import type { ManualDeps } from '#server/domain/payments/manual/manual-payment.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import { idempotentRoute, route } from '#server/platform/http/route.ts'
import { parseRowId } from '#server/platform/http/row-id.ts'
import { customersApi } from '#shared/contract/customers.ts'
import { invoicesApi } from '#shared/contract/invoices.ts'
import { createInvoicePayments } from './invoice-payments.ts'

/** @throws AppError 404 */
const requireCustomer = async (db: UserDb, id: number): Promise<void> => {
  const found = await db.rows('select 1 from customers where user_id = $1 and id = $2', [db.userId, id])
  if (found.length === 0) throw notFound('Customer')
}

/** At most as many invoices get credit at once. */
const maxTargets = 100

/** The invoices of a customer that credit can be applied to, those first that are due first. */
const findTargets = async (db: UserDb, customerId: number): Promise<number[]> => {
  await requireCustomer(db, customerId)
  const rows = await db.rows<{ id: number }>(
    `select id from documents where user_id = $1 and customer_id = $2 and type = 'invoice' and invoice_kind <> 'retainer' and deleted_at is null
       and status in ('sent', 'overdue') and total > 0
     order by due_date, id limit ${maxTargets}`,
    [db.userId, customerId],
  )
  return rows.map(({ id }) => id)
}

/** The credit of customers, and its application to invoices. Open checkouts are closed first, so that no customer pays an amount that isn't due any more. */
export const creditRoutes = (deps: ManualDeps) => {
  const { withLockedInvoice } = createInvoicePayments(deps)

  /** Each invoice in a transaction of its own. One that can't be settled now, such as during a payment, is left out. */
  const applyToAll = async (userId: number, customerId: number): Promise<z.output<typeof customersApi.applyCredit.reply>> => {
    const credit = await deps.database.asUser(userId, (db) => listCustomerCredit(db, customerId))
    const targets = await deps.database.asUser(userId, (db) => findTargets(db, customerId))
    const applied: CreditApplication[] = []
    let refusal = new AppError(409, credit.length === 0 ? 'This customer has no credit to apply.' : 'No invoice of this customer is due.')
    for (const id of credit.length === 0 ? [] : targets) {
      try {
        applied.push(
          ...(await withLockedInvoice(userId, id, async (db, invoice) => {
            const ids = await applyCredit(deps, db, invoice, {})
            return (await toAppliedCredit(db, id, ids)).creditApplications
          })),
        )
      } catch (error) {
        if (!(error instanceof AppError) || error.status !== 409) throw error
        refusal = error
      }
    }
    if (applied.length === 0) throw refusal
    return applied
  }

  return [
    route(customersApi.credit, ({ user, params }) =>
      user.tx(async (db) => {
        await requireCustomer(db, params.id)
        return listCustomerCredit(db, params.id)
      }),
    ),
    route(customersApi.applyCredit, ({ user, params }) => applyToAll(user.id, params.id)),
    idempotentRoute(invoicesApi.applyCredit, ({ user, params, body, idempotent }) =>
      withLockedInvoice(user.id, params.id, (db, invoice) =>
        idempotent(db, async () => toAppliedCredit(db, invoice.id, await applyCredit(deps, db, invoice, body))),
      ),
    ),
    idempotentRoute(invoicesApi.reverseCredit, async ({ user, params, idempotent }) => {
      const id = parseRowId(params.applicationId, 'Applied credit')
      return withLockedInvoice(user.id, params.id, (db) =>
        idempotent(db, async () => {
          await reverseCreditApplication(deps, db, params.id, id)
          return toAppliedCredit(db, params.id, [id])
        }),
      )
    }),
  ]
}
