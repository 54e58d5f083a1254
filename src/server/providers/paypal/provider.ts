import { getPayPalAccountId } from '#server/domain/payments/accounts/accounts.ts'
import { type CheckoutProvider, type ConnectProviders, unknownPayment } from '#server/domain/payments/provider.ts'
import { cents, maxAmount } from '#shared/money.ts'
import { captureOrder, closeOrder, createOrder, retrieveOrder } from './checkout.ts'
import { createPayPalClient } from './client.ts'
import { type Dispute, fetchDispute } from './disputes.ts'
import { getPayPalHosts, type PayPalHost } from './hosts.ts'
import { checkKeys } from './keys.ts'
import { getCaptures, hasSucceeded, toProviderStatus } from './payment-status.ts'
import { createRefund, fetchRefund } from './refunds.ts'
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

export const createPayPalProvider = ({ clientId, clientSecret, accountId, sandbox, hosts }: Options): PayPalProvider => {
  const [{ origin, mode }] = hosts as readonly [PayPalHost, ...PayPalHost[]]
  const credential = { origin, clientId, clientSecret }
  const client = createPayPalClient(credential)
  return {
    name: 'paypal',
    accountId,
    sandbox,
    // The largest total of an invoice.
    limits: () => ({ minimum: cents(1), maximum: maxAmount }),
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
