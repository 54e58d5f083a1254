import type { z } from 'zod'
import { lockBalanceIncludingDeleted } from '#server/domain/payments/balance/balance.ts'
import { acceptReview, refuseReview } from '#server/domain/payments/reconcile/resolve-review.ts'
import { refundPayment } from '#server/domain/payments/refunds/refund.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { route } from '#server/platform/http/route.ts'
import { parseRowId } from '#server/platform/http/row-id.ts'
import { type invoiceHistory, invoicesApi } from '#shared/contract/invoices.ts'
import { readPaymentView } from './list-payments.ts'
import { toProviderUnavailableForOwner } from './provider-unavailable.ts'

export type RefundRoutesDeps = Parameters<typeof refundPayment>[0] & {
  readHistory: (db: UserDb, invoiceId: number) => Promise<z.output<typeof invoiceHistory>>
}

export const refundRoutes = (deps: RefundRoutesDeps) => {
  const { database, readHistory, log } = deps
  return [
    route(invoicesApi.refund, async ({ user, params, body, idempotency }) => {
      const [invoiceId, paymentId] = [params.id, parseRowId(params.paymentId, 'Payment')]
      const { reason, ...request } = body
      await refundPayment(deps, user.id, { invoiceId, paymentId, reason: reason || null, ...request, idempotency })
      return database.asUser(user.id, async (db) => {
        const { paid, due } = await lockBalanceIncludingDeleted(db, invoiceId)
        return { payment: await readPaymentView(deps, db, paymentId), amountPaid: paid, balanceDue: due }
      })
    }),

    route(invoicesApi.acceptPayment, async ({ user, params }) => {
      await acceptReview(deps, user.id, { invoiceId: params.id, attemptId: params.attemptId }).catch(toProviderUnavailableForOwner(log))
      return database.asUser(user.id, (db) => readHistory(db, params.id))
    }),

    route(invoicesApi.rejectPayment, async ({ user, params }) => {
      await refuseReview(deps, user.id, { invoiceId: params.id, attemptId: params.attemptId }).catch(toProviderUnavailableForOwner(log))
      return database.asUser(user.id, (db) => readHistory(db, params.id))
    }),
  ]
}
