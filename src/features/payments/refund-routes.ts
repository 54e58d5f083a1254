import { creditRefund } from '#features/credit-notes/issue.ts'
import { getInvoiceHistory } from '#features/invoices/history.ts'
import { lockBalanceIncludingDeleted } from '#server/domain/payments/balance/balance.ts'
import { readPaymentView } from '#server/domain/payments/invoices/list-payments.ts'
import { toProviderUnavailableForOwner } from '#server/domain/payments/invoices/provider-unavailable.ts'
import { acceptReview, refuseReview } from '#server/domain/payments/reconcile/resolve-review.ts'
import { refundPayment } from '#server/domain/payments/refunds/refund.ts'
import type { Services } from '#server/domain/services.ts'
import { route } from '#server/platform/http/route.ts'
import { parseRowId } from '#server/platform/http/row-id.ts'
import { invoicesApi } from '#shared/contract/invoices.ts'

export const refundRoutes = (services: Services) => {
  const { database, log } = services
  return [
    route(invoicesApi.refund, async ({ user, params, body, idempotency }) => {
      const [invoiceId, paymentId] = [params.id, parseRowId(params.paymentId, 'Payment')]
      const { reason, ...request } = body
      await refundPayment(services, user.id, { invoiceId, paymentId, reason: reason || null, ...request, idempotency }, (db, id, amount) =>
        creditRefund(services, db, id, amount),
      )
      return database.asUser(user.id, async (db) => {
        const { paid, due } = await lockBalanceIncludingDeleted(db, invoiceId)
        return { payment: await readPaymentView(services, db, paymentId), amountPaid: paid, balanceDue: due }
      })
    }),

    route(invoicesApi.acceptPayment, async ({ user, params }) => {
      await acceptReview(services, user.id, { invoiceId: params.id, attemptId: params.attemptId }).catch(toProviderUnavailableForOwner(log))
      return database.asUser(user.id, (db) => getInvoiceHistory(services, db, params.id))
    }),

    route(invoicesApi.rejectPayment, async ({ user, params }) => {
      await refuseReview(services, user.id, { invoiceId: params.id, attemptId: params.attemptId }).catch(toProviderUnavailableForOwner(log))
      return database.asUser(user.id, (db) => getInvoiceHistory(services, db, params.id))
    }),
  ]
}
