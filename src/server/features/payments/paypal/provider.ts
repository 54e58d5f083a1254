import { cents } from '#shared/money.ts'
import type { PayPalHost } from '../paypal-hosts.ts'
import { type CheckoutProvider, ProviderError } from '../provider.ts'
import { type PayPalApi, paypalApi } from './api.ts'
import { captureOrder } from './capture.ts'
import { firstAccepting } from './check.ts'
import { type Dispute, disputeOf } from './disputes.ts'
import { orderBody } from './order.ts'
import { paths } from './paths.ts'
import { PayPalProblem } from './problems.ts'
import { readRefund, refundCapture } from './refund.ts'
import { type Order, order } from './schemas.ts'
import { clientToken } from './token.ts'
import { capturesOf, gone, hasSucceeded, truthOf } from './truth.ts'
import { readEvent } from './webhook-event.ts'
import { closeWebhook, openWebhook } from './webhooks.ts'
import type { Patience } from './wire.ts'

type Options = {
  clientId: string
  clientSecret: string
  accountId: string
  sandbox: boolean
  /** Where to ask; the first one is used for everything but `check`, which finds the one that knows the keys. */
  apiOrigins: readonly PayPalHost[]
}

/** All that the wallet's buttons and its orders need as well. */
export type WalletProvider = CheckoutProvider & Required<Pick<CheckoutProvider, 'capture' | 'readRefund' | 'walletSetup'>>

/** Wallet payments through PayPal's orders with the business's own keys. */
export const paypalProvider = ({ clientId, clientSecret, accountId, sandbox, apiOrigins }: Options): WalletProvider => {
  const [{ origin, mode }] = apiOrigins as readonly [PayPalHost, ...PayPalHost[]]
  const api = paypalApi({ origin, clientId, clientSecret })

  return {
    name: 'paypal',
    accountId,
    sandbox,
    minimum: cents(1),
    // As much as an invoice may ask for.
    maximum: cents(9_999_999_999),
    check: async () => ({ accountId: `paypal-${clientId}`, mode: await firstAccepting(apiOrigins, { clientId, clientSecret }) }),
    open: async (attempt, bill) => {
      const body = JSON.stringify(orderBody(attempt, bill))
      const made = await api.call(order, { method: 'POST', path: paths.orders, requestId: attempt.id, whole: true, body })
      const { attemptId, payee } = truthOf(made)
      if (attemptId !== attempt.id) throw new ProviderError('PayPal answered with the order of another payment', { isSpent: true })
      return { ref: made.id, url: null, payee }
    },
    // An order can't be taken back. But it is only a permission: without our capture no money moves, and it is forgotten after some hours.
    // So nobody has to wait for PayPal while it is away.
    close: async (ref) => {
      const found = await readOrder(api, ref, { tries: 1, timeoutMs: 5_000 }).catch((error: unknown) => {
        if (!(error instanceof ProviderError) || error.isRefused) throw error
        return null
      })
      return found && ['paid', 'pending'].includes(truthOf(found).state) ? 'was-paid' : 'closed'
    },
    read: async (ref) => {
      const found = await readOrder(api, ref)
      if (!found) return gone
      const disputes = new Map<string, Dispute>()
      for (const capture of capturesOf(found).filter(hasSucceeded)) {
        const dispute = await disputeOf(api, capture)
        if (dispute) disputes.set(capture.id, dispute)
      }
      return truthOf(found, disputes)
    },
    capture: (ref, key) => captureOrder(api, ref, key),
    refund: (charge, amount, key) => refundCapture(api, charge, amount, key),
    readRefund: (ref) => readRefund(api, ref),
    openWebhook: (url) => openWebhook(api, url),
    closeWebhook: (webhookId) => closeWebhook(api, webhookId),
    readWebhook: (raw, headers, { webhookId }) => readEvent(api, origin, raw, headers, webhookId),
    walletSetup: async (domain) => ({
      clientToken: await clientToken({ origin, clientId, clientSecret }, domain),
      environment: mode === 'live' ? 'production' : 'sandbox',
    }),
  }
}

/** Null for one that PayPal doesn't know (any more). @throws ProviderError */
const readOrder = async (api: PayPalApi, ref: string, patience: Patience = {}): Promise<Order | null> => {
  const found = await api.call(order, { method: 'GET', path: paths.order(ref), ...patience }).catch((error: unknown) => {
    if (error instanceof PayPalProblem && error.status === 404 && error.has('RESOURCE_NOT_FOUND')) return null
    throw error
  })
  if (found && found.id !== ref) throw new ProviderError('PayPal answered about another order than the one that was asked for')
  return found
}
