import type { z } from 'zod'
import { refuseAmount } from '#server/domain/business/refuse-amount.ts'
import { findAttemptByRef, listActiveAttempts } from '#server/domain/payments/attempts/attempts.ts'
import { alreadyPaid, lockBalance, refusePayment } from '#server/domain/payments/balance/balance.ts'
import { captureOrder } from '#server/domain/payments/checkout/capture.ts'
import { openCheckout } from '#server/domain/payments/checkout/checkout.ts'
import { notPayableOnline } from '#server/domain/payments/checkout/errors.ts'
import { toProviderUnavailable } from '#server/domain/payments/provider-error.ts'
import type { Services } from '#server/domain/services.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { publicRoute } from '#server/platform/http/route.ts'
import { invoicesApi, type paymentState } from '#shared/contract/invoices.ts'
import { resolveInvoiceAccess } from './invoice-access.ts'

/**
 * As far as recorded. @param ref the provider's id of a payment: asks whether that was made, which may be one of several instalments
 * @throws AppError 404
 */
export const readPaymentState = (
  { database }: Services,
  userId: number,
  invoiceId: number,
  ref?: string,
): Promise<z.output<typeof paymentState>> =>
  database.asUser(userId, async (db) => {
    const { status, paid, due, settled } = await lockBalance(db, invoiceId)
    const isPending = (await listActiveAttempts(db, invoiceId)).some((attempt) => attempt.status === 'pending')
    // Neither a write-off nor credit is a payment.
    const isPaid =
      (status === 'paid' && (paid > 0 || settled <= paid)) || (ref && (await findAttemptByRef(db, invoiceId, ref))?.status === 'paid')
    return { status: isPaid ? 'paid' : isPending ? 'pending' : 'open', amountPaid: paid, balanceDue: due }
  })

export const paypalRoutes = (services: Services) => {
  const { accounts, publicUrl, sandbox, log } = services
  return [
    publicRoute(invoicesApi.paypalSetup, async ({ user, params }) => {
      const { account, provider } = await resolveInvoiceAccess(services, user, params.ref, async (db, invoice) => {
        if (invoice.status === 'paid' || invoice.due === 0) throw refusePayment(invoice)
        const account = (await accounts.offered(db, invoice.currency, invoice.due)).find((offered) => offered.provider === 'paypal')
        const provider = account && (await accounts.provider(db, 'paypal'))
        if (!provider?.walletSetup) throw await notPayableOnline(accounts, db, invoice)
        return { account: account!, provider }
      })
      const setup = await provider.walletSetup!(publicUrl().hostname).catch(toProviderUnavailable(log))
      return { ...setup, script: account.sandbox ? sandbox!.paypal.script : null }
    }),

    publicRoute(invoicesApi.paypalOrder, async ({ user, params, body }) => {
      const { userId, invoiceId } = await resolveInvoiceAccess(services, user, params.ref, async (db, { id, currency }) => {
        if (body.currency !== currency) {
          const message = `Currency must be ${currency}`
          throw new AppError(400, message, { issues: [{ path: 'currency', message }] })
        }
        refuseAmount(body.amount, currency)
        return { userId: db.userId, invoiceId: id }
      })
      const request = { invoiceId, name: 'paypal', amount: body.amount } as const
      const order = await openCheckout(services, userId, request).catch(toProviderUnavailable(log))
      if (!order) throw alreadyPaid()
      return { id: order.ref }
    }),

    publicRoute(invoicesApi.paypalCapture, async ({ user, params }) => {
      const { userId, invoiceId } = await resolveInvoiceAccess(services, user, params.ref, async (db, { id }) => ({
        userId: db.userId,
        invoiceId: id,
      }))
      if (params.orderId.length > 200) throw new AppError(404, 'Payment not found')
      await captureOrder(services, userId, invoiceId, params.orderId).catch(toProviderUnavailable(log))
      return readPaymentState(services, userId, invoiceId, params.orderId)
    }),
  ]
}
