import { expect, test } from 'vitest'
import { paths } from '#server/providers/paypal/paths.ts'
import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'
import { ada, app, bob, makeInvoice, sendRaw, setUpRegressionApp } from './testing/fixture.ts'

// Advisories about payments: forged or replayed ones, other amounts, and providers' keys. `features/payments/failure-catalogue` has more.

setUpRegressionApp()

const card = '4242424242424242'
type PdfDocument = Awaited<ReturnType<typeof makeInvoice>>
const order = (document: PdfDocument, over: object = {}) =>
  app.send(null, 'POST', `/api/invoices/${document.publicId}/paypal-order`, {
    amount: '150.25',
    currency: 'USD',
    intent: 'CAPTURE',
    ...over,
  })
const capture = (document: PdfDocument, orderId: string) =>
  app.send(null, 'POST', `/api/invoices/${document.publicId}/paypal-order/${orderId}/capture`)
const comeBack = (document: PdfDocument, body?: object) => app.send(null, 'POST', `/api/invoices/${document.publicId}/mark-paid`, body)
const statusOf = async ({ id }: PdfDocument) => (await app.call(ada, 'GET', `/api/invoices/${id}`)).status
const paymentsOf = ({ id }: PdfDocument) => app.sql('select amount, provider from payments where document_id = $1', [id])

test('GHSA-35qh-94hc-hm2w (CVE-2026-65961): a PayPal payment of another amount, in another currency or to another business pays no invoice', async () => {
  for (const to of [{ amount: '0.01' }, { currency: 'JPY' }, { merchantId: 'ANTHERSHP2345' }, { customId: 'att_of_somebody_else' }]) {
    const document = await makeInvoice()
    const { id } = (await order(document)).body
    await app.simulatePayPal('orders/alter', { order: id, ...to })
    await app.simulatePayPal('orders/approve', { order: id, funding: 'balance' })
    await capture(document, id)
    await comeBack(document)
    expect([to, await statusOf(document), await paymentsOf(document)]).toEqual([to, 'sent', []])
  }
  // The amount that the browser sends is compared, and not used for the order.
  const document = await makeInvoice()
  expect((await order(document, { amount: '0.01' })).status).toBe(409)
  expect((await order(document, { currency: 'JPY' })).status).toBe(400)
})

test('GHSA-6cpc-hr8h-xgr2 (CVE-2026-34440): a return from card checkout pays its invoice once, however often and for whatever invoice it is replayed', async () => {
  const [document, other] = [await makeInvoice(), await makeInvoice()]
  await payAtCheckout(String((await app.send(null, 'GET', `/pay/${document.publicId}/checkout`)).headers.location), card)
  const [attempt] = await app.sql<{ ref: string }>('select ref from payment_attempts where document_id = $1', [document.id])
  const replies = await Promise.all(Array.from({ length: 5 }, () => comeBack(document, { sessionId: attempt!.ref })))
  expect(replies.map(({ body }) => body.status)).toEqual(Array(5).fill('paid'))
  expect(await paymentsOf(document)).toEqual([{ amount: '150.25', provider: 'stripe' }])
  expect((await comeBack(other, { sessionId: attempt!.ref })).status).toBe(404)
  expect([await statusOf(other), await paymentsOf(other)]).toEqual(['sent', []])
})

test('GHSA-rf9w-hm5h-4gr2: an invalid order id never becomes part of a path at the provider', async () => {
  const document = await makeInvoice()
  const hostile = [
    '../../v1/identity',
    '..%2f..%2fv1',
    'A/../B',
    'ORDER?x=1',
    'ORDER#x',
    'ORDER%00',
    '.',
    '%2e%2e',
    'a b',
    'ORDER1234567/refund',
  ]
  for (const id of hostile) {
    const { status } = await sendRaw(`/api/invoices/${document.publicId}/paypal-order/${id.replaceAll(' ', '%20')}/capture`, {
      method: 'POST',
      headers: { 'content-length': '0' },
    })
    expect([id, status]).toEqual([id, 404])
    expect(() => paths.captureOrder(id)).toThrow("This is no order of PayPal's")
    expect(() => paths.refundCapture(id)).toThrow("This is no payment of PayPal's")
  }
})

test('Midday issue 903: a webhook whose verification fails for any reason is not accepted', async () => {
  const document = await makeInvoice()
  await app.send(null, 'GET', `/pay/${document.publicId}/checkout`)
  type Endpoint = { token: string; provider: string; webhook_id: string | null }
  const endpoints = () => app.sql<Endpoint>('select token, provider, webhook_id from webhook_endpoints where user_id = $1', [ada.userId])
  await order(document)
  await expect.poll(async () => (await endpoints()).filter((each) => each.webhook_id).length, { timeout: 60_000 }).toBe(2)
  const [attempt] = await app.sql<{ ref: string; id: string }>(
    "select ref, id from payment_attempts where document_id = $1 and provider = 'stripe'",
    [document.id],
  )
  const object = { id: attempt!.ref, object: 'checkout.session', payment_status: 'paid', client_reference_id: attempt!.id }
  const body = JSON.stringify({ id: 'evt_forged', object: 'event', type: 'checkout.session.completed', data: { object } })
  const now = Math.floor(Date.now() / 1000)
  for (const { provider, token } of await endpoints())
    for (const headers of [
      {},
      { 'stripe-signature': '' },
      { 'stripe-signature': 'v1=' },
      { 'stripe-signature': `t=${now}` },
      { 'stripe-signature': `t=${now},v0=${'0'.repeat(64)}` },
      { 'stripe-signature': `t=NaN,v1=${'0'.repeat(64)}` },
      { 'paypal-transmission-sig': '%', 'paypal-cert-url': 'http://127.0.0.1:1/cert', 'paypal-auth-algo': 'none' },
      { 'paypal-transmission-sig': 'AA==', 'paypal-cert-url': 'not a url', 'paypal-transmission-time': '', 'paypal-transmission-id': '' },
    ] as Record<string, string>[]) {
      const reply = await app.send(null, 'POST', `/api/webhooks/${provider}/${token}`, body, headers)
      expect([provider, headers, reply.status]).toEqual([provider, headers, 400])
    }
  // Until its secret is known, the product's own endpoint asks the provider to send the event again.
  expect((await app.send(null, 'POST', '/api/webhooks/stripe-platform', body, {})).status).toBeGreaterThanOrEqual(400)
  expect(await app.sql('select 1 from billing_events')).toEqual([])
  expect(await app.sql("select 1 from webhook_events where event_id = 'evt_forged'")).toEqual([])
  expect(await statusOf(document)).toBe('sent')
})

test('GHSA-8543-x4j8-jj4q: providers’ secret keys are in no reply and on no page, except that they are set and their last characters', async () => {
  const keys = {
    stripePublishableKey: 'pk_test_PLANTEDpublishable00000000',
    stripeSecretKey: 'sk_test_PLANTEDsecret0000000000000',
    paypalClientId: 'PLANTED-client-id-00000000000000',
    paypalClientSecret: 'PLANTED-client-secret-000000000000',
  }
  const mine = await app.send(bob, 'POST', '/api/business-profile', { businessName: 'Bob', ...keys })
  const seen = [
    mine,
    await app.send(bob, 'GET', '/api/business-profile'),
    await app.send(bob, 'GET', '/api/payments/state'),
    await app.send(bob, 'GET', '/api/account'),
  ]
  for (const { bytes } of seen) expect(bytes.toString()).not.toMatch(/sk_test_PLANTED|PLANTED-client-secret/)
  for (const path of ['/business-profile', '/api/auth/user'])
    expect((await sendRaw(path, { headers: { cookie: bob.cookie } })).body).not.toMatch(/sk_test_PLANTED|PLANTED-client-secret/)
})

test('ASVS V2.3.1: opening the success page pays nothing, whatever its URL says', async () => {
  const document = await makeInvoice()
  for (const query of [
    `invoice=${document.publicId}`,
    `invoiceId=${document.publicId}&status=paid&redirect_status=succeeded&payment_intent=pi_1&amount=15025`,
  ])
    await sendRaw(`/payment-success?${query}`)
  expect((await comeBack(document)).body.status).toBe('open')
  expect((await comeBack(document, { status: 'paid' })).status).toBe(400)
  expect([await statusOf(document), await paymentsOf(document)]).toEqual(['sent', []])
})
