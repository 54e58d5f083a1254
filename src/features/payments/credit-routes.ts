import { customersApi } from '#modules/customers/contract.ts'
import { isOpenSql } from '#server/domain/ledger/status-sql.ts'
import { lockBalance } from '#server/domain/payments/balance/balance.ts'
import {
  applyCredit,
  type CreditApplication,
  listCustomerCredit,
  toAppliedCredit,
} from '#server/domain/payments/credit-applications/credit-applications.ts'
import { toProviderUnavailableForOwner } from '#server/domain/payments/provider-error.ts'
import { closeInvoiceAttempts, haveCheckoutsClosed } from '#server/domain/payments/reconcile/close-attempts.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import { idempotentRoute, route } from '#server/platform/http/route.ts'

const requireCustomer = async (db: UserDb, id: number): Promise<void> => {
  const found = await db.rows('select 1 from customers where user_id = $1 and id = $2', [db.userId, id])
  if (found.length === 0) throw notFound('Customer')
}

const maxTargets = 100

const findTargets = async (db: UserDb, customerId: number): Promise<number[]> => {
  const rows = await db.rows<{ id: number }>(
    `select i.id from documents i where i.user_id = $1 and i.customer_id = $2 and i.invoice_kind <> 'retainer' and ${isOpenSql('i')}
     order by i.due_date, i.id limit ${maxTargets}`,
    [db.userId, customerId],
  )
  return rows.map(({ id }) => id)
}

/** Open checkouts are closed first, so that no customer pays an amount that isn't due any more. */
export const creditRoutes = (services: Services) => {
  /** All in one transaction, so that a repetition of the request gets its reply. An invoice that can't be settled now, such as during a payment, is left out. */
  const applyToAll = async (db: UserDb, customerId: number, closed: readonly number[]): Promise<CreditApplication[]> => {
    await db.rows('select 1 from documents where user_id = $1 and id = any($2::bigint[]) order by id for update', [db.userId, closed])
    const credit = await listCustomerCredit(db, customerId)
    const targets = credit.length === 0 ? [] : (await findTargets(db, customerId)).filter((id) => closed.includes(id))
    const applied: CreditApplication[] = []
    let refusal = new AppError(409, credit.length === 0 ? 'This customer has no credit to apply.' : 'No invoice of this customer is due.')
    for (const id of targets) {
      try {
        if (!(await haveCheckoutsClosed(db, id))) throw new AppError(409, 'A customer is about to pay this invoice. Please try again.')
        const ids = await applyCredit(services, db, await lockBalance(db, id), {})
        applied.push(...(await toAppliedCredit(db, id, ids)).creditApplications)
      } catch (error) {
        // Refused before anything of this invoice was changed.
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
    idempotentRoute(customersApi.applyCredit, async ({ user, params, idempotent }) => {
      const targets = await user.tx(async (db) => {
        await requireCustomer(db, params.id)
        return (await listCustomerCredit(db, params.id)).length === 0 ? [] : findTargets(db, params.id)
      })
      for (const id of targets) await closeInvoiceAttempts(services, user.id, id).catch(toProviderUnavailableForOwner(services.log))
      return user.tx((db) => idempotent(db, () => applyToAll(db, params.id, targets)))
    }),
  ]
}
