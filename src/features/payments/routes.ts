import { creditRefund } from '#features/credit-notes/issue.ts'
import { getInvoiceHistory } from '#features/invoices/history.ts'
import { createInvoiceReader } from '#features/invoices/pdf.ts'
import { createReceiptDocuments } from '#features/invoices/receipts.ts'
import { invoiceType } from '#server/domain/documents/document-type.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import { issueDocument } from '#server/domain/documents/lifecycle/issue.ts'
import { findAttemptByRef, findLatestAttempt, listActiveAttempts } from '#server/domain/payments/attempts/attempts.ts'
import { automaticPaymentRunner } from '#server/domain/payments/automatic/charge.ts'
import { lockBalanceIncludingDeleted, refusePayment } from '#server/domain/payments/balance/balance.ts'
import { openCheckout } from '#server/domain/payments/checkout/checkout.ts'
import { notPayableOnline } from '#server/domain/payments/checkout/errors.ts'
import { comparisonRunner } from '#server/domain/payments/comparison/compare.job.ts'
import { listPayableAmounts } from '#server/domain/payments/instalments/instalments.ts'
import { readPaymentView } from '#server/domain/payments/invoices/list-payments.ts'
import { markPaidManually } from '#server/domain/payments/manual/manual-payment.ts'
import { ProviderError, toProviderUnavailable, toProviderUnavailableForOwner } from '#server/domain/payments/provider-error.ts'
import { checkAttemptRunner, reconcileRunner } from '#server/domain/payments/reconcile/recheck.job.ts'
import { closeOthersRunner, reconcile } from '#server/domain/payments/reconcile/reconcile.ts'
import { acceptReview, refuseReview } from '#server/domain/payments/reconcile/resolve-review.ts'
import { refundRunner } from '#server/domain/payments/refunds/refund.job.ts'
import { refundPayment } from '#server/domain/payments/refunds/refund.ts'
import { detachRunner, refreshRunner } from '#server/domain/payments/saved-cards/store.ts'
import { eventRunner, eventSweepRunner } from '#server/domain/payments/webhooks/events.ts'
import { webhookRegistrationRunner } from '#server/domain/payments/webhooks/register.job.ts'
import type { Module, Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import { publicRoute, route } from '#server/platform/http/route.ts'
import { parseRowId } from '#server/platform/http/row-id.ts'
import { invoicesApi } from '#shared/contract/invoices.ts'
import { publicInvoiceApi } from '#shared/contract/public-invoice.ts'
import { mayCollect } from '#shared/invoice-rules.ts'
import { checkoutPath, payPath } from '#shared/paths.ts'
import type { ProviderName } from '#shared/payment-methods.ts'
import { comparisonRoutes } from './comparison/routes.ts'
import { creditRoutes } from './credit-routes.ts'
import { receiptRunner } from './customer-emails/receipt.job.ts'
import { refundEmailRunner } from './customer-emails/refund.job.ts'
import { resolveInvoiceAccess } from './invoice-access.ts'
import { ownerNotifications } from './owner-notifications.ts'
import { paypalRoutes, readPaymentState } from './paypal-routes.ts'
import { savedCardRoutes } from './saved-card-routes.ts'
import { automaticPaymentEmailRunner } from './saved-cards/customer-email.job.ts'
import { settlementRoutes } from './settlement.ts'
import { transferRoutes } from './transfers.ts'
import { webhookRoutes } from './webhooks/routes.ts'

const refundRoutes = (services: Services) => {
  const { database, log } = services
  return [
    route(invoicesApi.refund, async ({ user, params, body, idempotency }) => {
      const [invoiceId, paymentId] = [params.id, parseRowId(params.paymentId, 'Payment')]
      const { reason, ...request } = body
      await refundPayment(
        services,
        user.id,
        { invoiceId, paymentId, reason: reason || null, ...request, day: request.day, idempotency },
        (db, id, credited) => creditRefund(services, db, id, credited),
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

/** The attempt of the session, else the active ones and the latest. @throws AppError 404 for an unknown session */
const listReturnAttempts = async (db: UserDb, invoiceId: number, sessionId: string | undefined): Promise<string[]> => {
  if (sessionId) {
    const attempt = await findAttemptByRef(db, invoiceId, sessionId)
    if (!attempt) throw notFound('Payment')
    return [attempt.id]
  }
  const active = await listActiveAttempts(db, invoiceId)
  const latest = await findLatestAttempt(db, invoiceId)
  return [...new Set([...active, ...(latest ? [latest] : [])].map(({ id }) => id))]
}

const paymentRoutes = (services: Services) => [
  ...settlementRoutes(services),
  ...creditRoutes(services),
  ...transferRoutes(services),
  ...refundRoutes(services),
  ...paypalRoutes(services),
  ...savedCardRoutes(services),

  publicRoute(invoicesApi.createPayment, ({ user, params }) =>
    resolveInvoiceAccess(services, user, params.ref, async (db, invoice, isOwner) => {
      if (invoice.total === 0 && invoice.status !== 'paid')
        throw new AppError(409, 'This invoice asks for nothing: there is nothing to pay.')
      if (mayCollect(invoice) !== true || invoice.due === 0) throw refusePayment(invoice)
      if ((await services.accounts.offered(db, invoice.currency, invoice.due)).length === 0)
        throw await notPayableOnline(services.accounts, db, invoice)
      // The link leads to the invoice's public page, which exists once it is issued.
      if (isOwner && invoice.status === 'draft') await issueDocument(db, invoiceType, invoice.id)
      const path = checkoutPath(invoice.publicId)
      const updated = await db.rows(
        'update documents set payment_url = $3 where user_id = $1 and id = $2 and payment_url is distinct from $3 returning id',
        [db.userId, invoice.id, path],
      )
      if (updated.length > 0) {
        db.announce('invoices')
        await recordEvent(db, invoiceType, invoice.id, 'link', [], isOwner ? null : 'Customer')
      }
      return { paymentUrl: services.absolute(path) }
    }),
  ),

  publicRoute(invoicesApi.markPaid, async ({ user, params, body, today, idempotency }) => {
    const { userId, invoiceId, isOwner, attempts } = await resolveInvoiceAccess(
      services,
      user,
      params.ref,
      async (db, { id }, isOwner) => ({
        userId: db.userId,
        invoiceId: id,
        isOwner,
        attempts: isOwner ? [] : await listReturnAttempts(db, id, body?.sessionId || undefined),
      }),
    )
    if (isOwner)
      await markPaidManually(services, userId, { invoiceId, day: today, sendReceipt: body?.sendReceipt, idempotency }).catch(
        toProviderUnavailableForOwner(services.log),
      )
    // A customer's request marks nothing as paid: it only reconciles.
    const results = await Promise.allSettled(attempts.map((id) => reconcile(services, userId, id)))
    const state = await readPaymentState(services, userId, invoiceId, isOwner ? undefined : body?.sessionId || undefined)
    // The failure of one provider doesn't matter if another one has reported the payment.
    for (const result of results)
      if (result.status === 'rejected' && state.status !== 'paid') toProviderUnavailable(services.log)(result.reason)
    return state
  }),

  publicRoute(publicInvoiceApi.checkout, async ({ params, query }) => {
    const found = await resolveInvoiceAccess(services, null, params.publicId, async (db, invoice) => {
      const { id, currency, due } = invoice
      // With several open instalments the customer chooses on the pay page.
      if (query.amount === undefined && (await listPayableAmounts(db, invoice)).length > 1) return null
      const offered = await services.accounts.offered(db, currency, query.amount ?? due)
      const has = (name: ProviderName) => offered.some(({ provider }) => provider === name)
      return { userId: db.userId, id, hasCard: has('stripe'), hasWallet: has('paypal') }
    }).catch((error: unknown) => {
      // The pay page has a text for an unknown invoice.
      if (error instanceof AppError) return null
      throw error
    })
    const payPage = payPath(params.publicId)
    // PayPal's button is on the pay page.
    if (!found || (!found.hasCard && found.hasWallet)) return { location: payPage }
    const checkout = await openCheckout(services, found.userId, { invoiceId: found.id, name: 'stripe', amount: query.amount }).catch(
      (error: unknown) => {
        if (!(error instanceof ProviderError || error instanceof AppError)) throw error
        services.log(error.message)
        // The pay page has a text for each code.
        const code = error instanceof AppError ? error.details.code : undefined
        return { url: `${payPage}?payment=${code ?? 'unavailable'}` }
      },
    )
    return { location: checkout?.url ?? payPage }
  }),
]

export const paymentsModule: Module = (services) => {
  const receipts = createReceiptDocuments(createInvoiceReader(services))
  return {
    routes: [...paymentRoutes(services), ...comparisonRoutes(services)],
    rawRoutes: webhookRoutes(services),
    runners: [
      checkAttemptRunner(services),
      reconcileRunner(services),
      closeOthersRunner(services),
      automaticPaymentRunner(services),
      automaticPaymentEmailRunner(services),
      detachRunner(services),
      refreshRunner(services),
      refundRunner(services),
      refundEmailRunner(services, receipts),
      receiptRunner(services, receipts),
      webhookRegistrationRunner(services),
      eventRunner(services),
      eventSweepRunner(services),
      comparisonRunner(services),
      ...ownerNotifications.map((notification) => notification.createRunner(services)),
    ],
  }
}
