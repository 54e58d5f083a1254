import {
  CheckoutPaymentIntent,
  Client,
  Environment,
  OrdersController,
  PaymentsController,
  PaypalExperienceUserAction,
  PaypalWalletContextShippingPreference,
} from '@paypal/paypal-server-sdk'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { cents } from '#shared/money.ts'
import {
  attempt,
  bill,
  buildOrderAnswer,
  buildRefundAnswer,
  capture,
  captureId,
  createProviderAt,
  orderId,
  paidOrder,
} from './testing/samples.ts'
import { type ScriptedServer, type SeenRequest, startScriptedServer } from './testing/scripted-server.ts'

// The client must send the same requests as PayPal's SDK, which is a development dependency only.

/** An axios adapter that sends the SDK's requests to another host. */
type Exchange = { url: string; method: string; headers: Record<string, string>; data?: string }

let wire: ScriptedServer
let orders: OrdersController
let payments: PaymentsController
const newClient = () =>
  new Client({
    clientCredentialsAuthCredentials: { oAuthClientId: 'sdk-client', oAuthClientSecret: 'a-secret' },
    environment: Environment.Sandbox,
    unstable_httpClientOptions: {
      adapter: async ({ url, method, headers, data }: Exchange) => {
        const { pathname, search } = new URL(url)
        const answer = await fetch(wire.origin + pathname + search, {
          method,
          headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)),
          ...(data === undefined ? {} : { body: data }),
        })
        return { data: await answer.text(), status: answer.status, statusText: '', headers: Object.fromEntries(answer.headers) }
      },
    },
  })
beforeAll(async () => {
  wire = await startScriptedServer()
  const client = newClient()
  orders = new OrdersController(client)
  payments = new PaymentsController(client)
})
afterEach(() => expect(wire.violations).toEqual([]))
afterAll(() => wire.close())

const script = {
  'POST /v2/checkout/orders': { status: 201, body: buildOrderAnswer() },
  [`GET /v2/checkout/orders/${orderId}`]: { body: buildOrderAnswer() },
  [`POST /v2/checkout/orders/${orderId}/capture`]: { status: 201, body: paidOrder() },
  [`GET /v2/payments/captures/${captureId}`]: { body: capture() },
  [`POST /v2/payments/captures/${captureId}/refund`]: { status: 201, body: buildRefundAnswer('20.00') },
}

/** The last request without the authorization and user agent headers. */
const shown = ({ method, path, headers, body }: SeenRequest) => ({
  method,
  path,
  body: body === '' ? null : JSON.parse(body),
  headers: Object.fromEntries(['content-type', 'paypal-request-id', 'prefer'].map((name) => [name, headers[name]])),
  signedIn: headers.authorization,
})

const both = async (ours: () => Promise<unknown>, theirs: () => Promise<unknown>) => {
  wire.says(script)
  await ours()
  const own = shown(wire.seen.at(-1)!)
  await theirs()
  return { own, vendor: shown(wire.seen.at(-1)!) }
}

test('an order is created as the SDK creates it', async () => {
  const { own, vendor } = await both(
    () => createProviderAt(wire.origin).openCheckout(attempt, bill),
    () =>
      orders.createOrder({
        paypalRequestId: attempt.id,
        prefer: 'return=representation',
        body: {
          intent: CheckoutPaymentIntent.Capture,
          purchaseUnits: [
            {
              amount: { currencyCode: 'USD', value: '150.25' },
              customId: attempt.id,
              invoiceId: 'INV-0042-g_HIJKLM',
              description: 'Invoice INV-0042',
            },
          ],
          paymentSource: {
            paypal: {
              experienceContext: {
                brandName: 'Ada & Söhne',
                shippingPreference: PaypalWalletContextShippingPreference.NoShipping,
                userAction: PaypalExperienceUserAction.PayNow,
                returnUrl: 'https://pay.example.com/payment-success?invoice=abc',
                cancelUrl: 'https://pay.example.com/pay-invoice/abc',
              },
            },
          },
        },
      }),
  )
  expect(own).toEqual(vendor)
  expect(own.body.purchase_units[0].amount.value).toBe('150.25')
})

test('an order is read as the SDK reads it', async () => {
  const { own, vendor } = await both(
    () => createProviderAt(wire.origin).fetchStatus(orderId),
    () => orders.getOrder({ id: orderId }),
  )
  expect(own).toEqual(vendor)
})

test('an order is captured as the SDK captures it', async () => {
  const key = `${attempt.id}:c0`
  const { own, vendor } = await both(
    () => createProviderAt(wire.origin).capture(orderId, key),
    () => orders.captureOrder({ id: orderId, paypalRequestId: key, body: {} }),
  )
  expect(own).toEqual(vendor)
  expect(own.headers['paypal-request-id']).toBe(key)
})

test('a payment is refunded as the SDK refunds it', async () => {
  const { own, vendor } = await both(
    () => createProviderAt(wire.origin).refund(captureId, { amount: cents(2_000), currency: 'usd' }, 'refund-7-1'),
    () =>
      payments.refundCapturedPayment({
        captureId,
        paypalRequestId: 'refund-7-1',
        prefer: 'return=representation',
        body: { amount: { currencyCode: 'USD', value: '20.00' } },
      }),
  )
  expect(own).toEqual(vendor)
})

test('a token is requested as the SDK requests it', async () => {
  wire.says(script)
  await createProviderAt(wire.origin, { clientId: 'sdk-client' }).checkKeys()
  const own = wire.seen.at(-1)!
  await newClient().clientCredentialsAuthManager.fetchToken()
  const vendor = wire.seen.at(-1)!
  expect(wire.seen).toHaveLength(2)
  for (const part of ['method', 'path', 'body'] as const) expect(own[part]).toBe(vendor[part])
  expect(own.headers.authorization).toBe(vendor.headers.authorization)
  expect(own.headers['content-type']).toBe(vendor.headers['content-type'])
})
