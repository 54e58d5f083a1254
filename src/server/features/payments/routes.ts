import { invoiceType } from '#server/domain/documents/document-type.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import { findAttemptByRef, findLatestAttempt, listActiveAttempts } from '#server/domain/payments/attempts/attempts.ts'
import { refusePayment } from '#server/domain/payments/balance/balance.ts'
import { type CheckoutDeps, openCheckout } from '#server/domain/payments/checkout/checkout.ts'
import { notPayableOnline } from '#server/domain/payments/checkout/errors.ts'
import { listPayableAmounts } from '#server/domain/payments/instalments/instalments.ts'
import { type ManualDeps, markPaidManually } from '#server/domain/payments/manual/manual-payment.ts'
import { ProviderError } from '#server/domain/payments/provider-error.ts'
import { checkAttemptRunner, reconcileRunner } from '#server/domain/payments/reconcile/recheck.job.ts'
import { closeOthersRunner, reconcile } from '#server/domain/payments/reconcile/reconcile.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import { publicRoute } from '#server/platform/http/route.ts'
import { invoicesApi } from '#shared/contract/invoices.ts'
import { publicInvoiceApi } from '#shared/contract/public-invoice.ts'
import { mayCollect } from '#shared/invoice-rules.ts'
import { checkoutPath, payPath } from '#shared/paths.ts'
import type { ProviderName } from '#shared/payment-methods.ts'
import { creditRoutes } from './credit-routes.ts'
import { instalmentRoutes } from './instalment-routes.ts'
import { resolveInvoiceAccess } from './invoice-access.ts'
import { manualPaymentRoutes } from './manual-payment-routes.ts'
import { readPaymentState } from './payment-state.ts'
import { type PayPalRoutesDeps, paypalRoutes } from './paypal-routes.ts'
import { toProviderUnavailable, toProviderUnavailableForOwner } from './provider-unavailable.ts'
import { type RefundRoutesDeps, refundRoutes } from './refund-routes.ts'
import { savedCardRoutes, savedCardRunners } from './saved-card-routes.ts'
import { writeOffRoutes } from './write-off-routes.ts'

type Deps = CheckoutDeps & ManualDeps & RefundRoutesDeps & PayPalRoutesDeps & { absolute: (path: string) => string }

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

export const paymentRunners = (deps: Parameters<typeof savedCardRunners>[0]) => [
  checkAttemptRunner(deps),
  reconcileRunner(deps),
  closeOthersRunner(deps),
  ...savedCardRunners(deps),
]

export const paymentRoutes = (deps: Deps) => [
  ...manualPaymentRoutes(deps),
  ...writeOffRoutes(deps),
  ...creditRoutes(deps),
  ...instalmentRoutes(deps),
  ...refundRoutes(deps),
  ...paypalRoutes(deps),
  ...savedCardRoutes(deps),

  publicRoute(invoicesApi.createPayment, ({ user, params }) =>
    resolveInvoiceAccess(deps, user, params.ref, async (db, invoice, isOwner) => {
      if (invoice.total === 0 && invoice.status !== 'paid')
        throw new AppError(409, 'This invoice asks for nothing: there is nothing to pay.')
      if (mayCollect(invoice) !== true || invoice.due === 0) throw refusePayment(invoice)
      if ((await deps.accounts.offered(db, invoice.currency, invoice.due)).length === 0)
        throw await notPayableOnline(deps.accounts, db, invoice)
      // The link leads to the invoice's public page, which exists once it is issued.
      if (isOwner && invoice.status === 'draft') await deps.issue(db, invoice.id)
      const path = checkoutPath(invoice.publicId)
      const updated = await db.rows(
        'update documents set payment_url = $3 where user_id = $1 and id = $2 and payment_url is distinct from $3 returning id',
        [db.userId, invoice.id, path],
      )
      if (updated.length > 0) {
        db.announce('invoices')
        await recordEvent(db, invoiceType, invoice.id, 'link', [], isOwner ? null : 'Customer')
      }
      return { paymentUrl: deps.absolute(path) }
    }),
  ),

  publicRoute(invoicesApi.markPaid, async ({ user, params, body, today, idempotency }) => {
    const { userId, invoiceId, isOwner, attempts } = await resolveInvoiceAccess(deps, user, params.ref, async (db, { id }, isOwner) => ({
      userId: db.userId,
      invoiceId: id,
      isOwner,
      attempts: isOwner ? [] : await listReturnAttempts(db, id, body?.sessionId || undefined),
    }))
    if (isOwner)
      await markPaidManually(deps, userId, { invoiceId, day: today, sendReceipt: body?.sendReceipt, idempotency }).catch(
        toProviderUnavailableForOwner(deps.log),
      )
    // A customer's request marks nothing as paid: it only reconciles.
    const results = await Promise.allSettled(attempts.map((id) => reconcile(deps, userId, id)))
    const state = await readPaymentState(deps, userId, invoiceId, isOwner ? undefined : body?.sessionId || undefined)
    // The failure of one provider doesn't matter if another one has reported the payment.
    for (const result of results)
      if (result.status === 'rejected' && state.status !== 'paid') toProviderUnavailable(deps.log)(result.reason)
    return state
  }),

  publicRoute(publicInvoiceApi.checkout, async ({ params, query }) => {
    const found = await resolveInvoiceAccess(deps, null, params.publicId, async (db, invoice) => {
      const { id, currency, due } = invoice
      // With several open instalments the customer chooses on the pay page.
      if (query.amount === undefined && (await listPayableAmounts(db, invoice)).length > 1) return null
      const offered = await deps.accounts.offered(db, currency, query.amount ?? due)
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
    const checkout = await openCheckout(deps, found.userId, { invoiceId: found.id, name: 'stripe', amount: query.amount }).catch(
      (error: unknown) => {
        if (!(error instanceof ProviderError || error instanceof AppError)) throw error
        deps.log(error.message)
        // The pay page has a text for each code.
        const code = error instanceof AppError ? error.details.code : undefined
        return { url: `${payPage}?payment=${code ?? 'unavailable'}` }
      },
    )
    return { location: checkout?.url ?? payPage }
  }),
]
