import type { z } from 'zod'
import { lockBalanceIncludingDeleted } from '#server/domain/payments/balance/balance.ts'
import type { ReconcileDeps } from '#server/domain/payments/reconcile/reconcile.ts'
import { acceptAttempt, refuseAttempt } from '#server/domain/payments/reconcile/resolve-review.ts'
import { refundPayment } from '#server/domain/payments/refunds/refund.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { route } from '#server/platform/http/route.ts'
import { parseRowId } from '#server/platform/http/row-id.ts'
import { type invoiceHistory, invoicesApi } from '#shared/contract/invoices.ts'
import { readPaymentView } from './list-payments.ts'
import { toProviderUnavailableForOwner } from './provider-unavailable.ts'

export type RefundRoutesDeps = ReconcileDeps & {
  /** The invoice's whole history, as its page shows it. */
  historyOf: (db: UserDb, invoiceId: number) => Promise<z.output<typeof invoiceHistory>>
}

/** What the owner decides about money that a provider took. */
export const refundRoutes = (deps: RefundRoutesDeps) => {
  const { database, historyOf, log } = deps
  return [
    route(invoicesApi.refund, async ({ user, params, body, idempotency }) => {
      const [invoiceId, paymentId] = [params.id, parseRowId(params.paymentId, 'Payment')]
      const { amount, reason, sendEmail } = body
      await refundPayment(deps, user.id, { invoiceId, paymentId, amount, reason: reason || null, sendEmail, idempotency })
      return database.asUser(user.id, async (db) => {
        const { paid, due } = await lockBalanceIncludingDeleted(db, invoiceId)
        return { payment: await readPaymentView(deps, db, paymentId), amountPaid: paid, balanceDue: due }
      })
    }),

    route(invoicesApi.acceptPayment, async ({ user, params }) => {
      await acceptAttempt(deps, user.id, { invoiceId: params.id, attemptId: params.attemptId }).catch(toProviderUnavailableForOwner(log))
      return database.asUser(user.id, (db) => historyOf(db, params.id))
    }),

    route(invoicesApi.rejectPayment, async ({ user, params }) => {
      await refuseAttempt(deps, user.id, { invoiceId: params.id, attemptId: params.attemptId }).catch(toProviderUnavailableForOwner(log))
      return database.asUser(user.id, (db) => historyOf(db, params.id))
    }),
  ]
}
