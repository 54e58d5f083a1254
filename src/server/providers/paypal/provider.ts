import { getPayPalAccountId } from '#server/domain/payments/accounts/accounts.ts'
import { type CheckoutProvider, type ConnectProviders, type Refund, unknownPayment } from '#server/domain/payments/provider.ts'
import { getMaxAmount } from '#shared/amount-limits.ts'
import { type Amount, cents } from '#shared/money.ts'
import { captureOrder, closeOrder, createOrder, retrieveOrder } from './checkout.ts'
import { createPayPalClient, type PayPalClient } from './client.ts'
import { checkKeys, getPayPalHosts, type PayPalHost } from './keys.ts'
import { paths } from './paths.ts'
import { type Dispute, fetchDispute, getCaptures, hasSucceeded, toProviderStatus } from './payment-status.ts'
import { captureToRefund, type RefundAnswer, refundAnswer, toPayPalMoney } from './schemas.ts'
import { getClientToken } from './token.ts'
import { verifyWebhookSignature } from './webhook-signature.ts'
import { findRefs, registerWebhook, removeWebhook } from './webhooks.ts'

type Options = {
  clientId: string
  clientSecret: string
  accountId: string
  sandbox: boolean
  hosts: readonly PayPalHost[]
}

export type PayPalProvider = CheckoutProvider & Required<Pick<CheckoutProvider, 'capture' | 'fetchRefund' | 'walletSetup'>>

const statuses = { COMPLETED: 'succeeded', PENDING: 'pending', FAILED: 'failed', CANCELLED: 'failed' } as const

const createRefund = async (client: PayPalClient, capture: string, amount: Amount, key: string): Promise<Refund> => {
  const path = paths.refundCapture(capture)
  const { amount: captured } = await client.call(captureToRefund, { method: 'GET', path: paths.capture(capture) })
  const body = JSON.stringify({ amount: toPayPalMoney(amount, captured.currency) })
  const refund = await client.call(refundAnswer, { method: 'POST', path, requestId: key, whole: true, body })
  return toRefund(refund)
}

const fetchRefund = async (client: PayPalClient, ref: string): Promise<Refund> =>
  toRefund(await client.call(refundAnswer, { method: 'GET', path: paths.refund(ref) }))

const toRefund = ({ id, status, status_details: details }: RefundAnswer): Refund => ({
  ref: id,
  status: statuses[status],
  problem: statuses[status] === 'failed' ? describeFailure(details?.reason) : null,
})

const describeFailure = (reason: string | undefined): string =>
  reason ? `PayPal could not give the money back (${reason.toLowerCase().replaceAll('_', ' ')}).` : 'PayPal could not give the money back.'

export const createPayPalProvider = ({ clientId, clientSecret, accountId, sandbox, hosts }: Options): PayPalProvider => {
  const [{ origin, mode }] = hosts as readonly [PayPalHost, ...PayPalHost[]]
  const credential = { origin, clientId, clientSecret }
  const client = createPayPalClient(credential)
  return {
    name: 'paypal',
    accountId,
    sandbox,
    // The largest total of an invoice.
    limits: () => ({ minimum: cents(1), maximum: getMaxAmount('USD') }),
    checkKeys: async () => ({
      accountId: getPayPalAccountId(clientId),
      mode: await checkKeys(hosts, { clientId, clientSecret }),
    }),
    openCheckout: (attempt, details) => createOrder(client, attempt, details),
    closeCheckout: (ref) => closeOrder(client, ref),
    fetchStatus: async (ref) => {
      const order = await retrieveOrder(client, ref)
      if (!order) return unknownPayment
      const disputes = new Map<string, Dispute>()
      for (const capture of getCaptures(order).filter(hasSucceeded)) {
        const dispute = await fetchDispute(client, capture)
        if (dispute) disputes.set(capture.id, dispute)
      }
      return toProviderStatus(order, disputes)
    },
    capture: (ref, key) => captureOrder(client, ref, key),
    refund: (charge, { amount }, key) => createRefund(client, charge, amount, key),
    fetchRefund: (ref) => fetchRefund(client, ref),
    registerWebhook: (url) => registerWebhook(client, url),
    removeWebhook: (webhookId) => removeWebhook(client, webhookId),
    verifyWebhook: async (raw, headers, { webhookId }) => {
      const { id, type, object } = await verifyWebhookSignature(client, origin, raw, headers, webhookId)
      return { id, type, refs: findRefs(object) }
    },
    walletSetup: async (domain) => ({
      clientToken: await getClientToken(credential, domain),
      environment: mode === 'live' ? 'production' : 'sandbox',
    }),
  }
}

export const connectPayPal: ConnectProviders['paypal'] = ({ apiOrigin, mode, ...options }) =>
  createPayPalProvider({
    ...options,
    hosts: options.sandbox && apiOrigin ? [{ origin: apiOrigin, mode: 'test' }] : getPayPalHosts(apiOrigin, mode),
  })
