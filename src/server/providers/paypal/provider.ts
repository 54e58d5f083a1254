import { type CheckoutProvider, ProviderError } from '#server/domain/payments/provider.ts'
import { cents } from '#shared/money.ts'
import { captureOrder } from './capture.ts'
import { buildOrder } from './checkout.ts'
import { createPayPalClient, type PayPalClient } from './client.ts'
import { type Dispute, fetchDispute } from './disputes.ts'
import { PayPalError } from './errors.ts'
import type { PayPalHost } from './hosts.ts'
import { findAcceptingHost } from './keys.ts'
import { paths } from './paths.ts'
import { getCaptures, hasSucceeded, toProviderStatus, unknownPayment } from './payment-status.ts'
import { fetchRefund, refundCapture } from './refunds.ts'
import { type Order, order } from './schemas.ts'
import { getClientToken } from './token.ts'
import type { RetryOptions } from './transport.ts'
import { verifyWebhookSignature } from './webhook-signature.ts'
import { registerWebhook, removeWebhook } from './webhooks.ts'

type Options = {
  clientId: string
  clientSecret: string
  accountId: string
  sandbox: boolean
  /** Where to ask; the first one is used for everything but `check`, which finds the one that knows the keys. */
  apiOrigins: readonly PayPalHost[]
}

/** All that the wallet's buttons and its orders need as well. */
export type WalletProvider = CheckoutProvider & Required<Pick<CheckoutProvider, 'capture' | 'fetchRefund' | 'walletSetup'>>

/** Wallet payments through PayPal's orders with the business's own keys. */
export const createPayPalProvider = ({ clientId, clientSecret, accountId, sandbox, apiOrigins }: Options): WalletProvider => {
  const [{ origin, mode }] = apiOrigins as readonly [PayPalHost, ...PayPalHost[]]
  const api = createPayPalClient({ origin, clientId, clientSecret })

  return {
    name: 'paypal',
    accountId,
    sandbox,
    minimum: cents(1),
    // As much as an invoice may ask for.
    maximum: cents(9_999_999_999),
    checkKeys: async () => ({ accountId: `paypal-${clientId}`, mode: await findAcceptingHost(apiOrigins, { clientId, clientSecret }) }),
    openCheckout: async (attempt, bill) => {
      const body = JSON.stringify(buildOrder(attempt, bill))
      const made = await api.call(order, { method: 'POST', path: paths.orders, requestId: attempt.id, whole: true, body })
      const { attemptId, payee } = toProviderStatus(made)
      if (attemptId !== attempt.id) throw new ProviderError('PayPal answered with the order of another payment', { isSpent: true })
      return { ref: made.id, url: null, payee }
    },
    // An order can't be taken back. But it is only a permission: without our capture no money moves, and it is forgotten after some hours.
    // So nobody has to wait for PayPal while it is away.
    closeCheckout: async (ref) => {
      const found = await readOrder(api, ref, { tries: 1, timeoutMs: 5_000 }).catch((error: unknown) => {
        if (!(error instanceof ProviderError) || error.isRefused) throw error
        return null
      })
      return found && ['paid', 'pending'].includes(toProviderStatus(found).state) ? 'was-paid' : 'closed'
    },
    fetchStatus: async (ref) => {
      const found = await readOrder(api, ref)
      if (!found) return unknownPayment
      const disputes = new Map<string, Dispute>()
      for (const capture of getCaptures(found).filter(hasSucceeded)) {
        const dispute = await fetchDispute(api, capture)
        if (dispute) disputes.set(capture.id, dispute)
      }
      return toProviderStatus(found, disputes)
    },
    capture: (ref, key) => captureOrder(api, ref, key),
    refund: (charge, amount, key) => refundCapture(api, charge, amount, key),
    fetchRefund: (ref) => fetchRefund(api, ref),
    registerWebhook: (url) => registerWebhook(api, url),
    removeWebhook: (webhookId) => removeWebhook(api, webhookId),
    verifyWebhook: (raw, headers, { webhookId }) => verifyWebhookSignature(api, origin, raw, headers, webhookId),
    walletSetup: async (domain) => ({
      clientToken: await getClientToken({ origin, clientId, clientSecret }, domain),
      environment: mode === 'live' ? 'production' : 'sandbox',
    }),
  }
}

/** Null for one that PayPal doesn't know (any more). @throws ProviderError */
const readOrder = async (api: PayPalClient, ref: string, patience: RetryOptions = {}): Promise<Order | null> => {
  const found = await api.call(order, { method: 'GET', path: paths.order(ref), ...patience }).catch((error: unknown) => {
    if (error instanceof PayPalError && error.status === 404 && error.has('RESOURCE_NOT_FOUND')) return null
    throw error
  })
  if (found && found.id !== ref) throw new ProviderError('PayPal answered about another order than the one that was asked for')
  return found
}
