import { expect, test } from 'vitest'
import {
  ada,
  app,
  approve,
  capture,
  checkout,
  invoice,
  makeInvoice,
  order,
  readCaptureId,
  returnFromCheckout,
  setUpPayments,
  stored,
} from '#features/payments/testing/payment-fixture.ts'
import {
  type Dump,
  deliveries,
  type Endpoint,
  endpoints,
  eventually,
  post,
  registered,
  seen,
  setUpWebhooks,
  status,
} from '#features/payments/testing/webhook-fixture.ts'
import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'

// Webhook events of the simulators: registered by the first checkout, signed, and repeated until they are answered.

setUpPayments()
const goodCard = '4242424242424242'
setUpWebhooks()

test('the first checkout registers the webhook; a card payment is recorded without a return of the browser', async () => {
  const page = await checkout()
  const { url, token, webhook_id } = await registered()
  expect([url, token, webhook_id]).toEqual([
    `${app.origin}/api/webhooks/stripe/${token}`,
    expect.stringMatching(/^[\w-]{32}$/),
    expect.stringMatching(/^we_/),
  ])
  await payAtCheckout(page, goodCard)
  await eventually(() => status()).toBe('paid')
  await eventually(async () => (await seen()).every(({ handled }) => handled)).toBe(true)
  expect((await seen()).map(({ type }) => type)).toEqual(expect.arrayContaining(['checkout.session.completed', 'payment_intent.succeeded']))
  expect(await stored()).toEqual({ status: 'paid', paid: '150.25' })
  // The next checkout uses the same webhook.
  invoice.publicId = (await makeInvoice()).publicId
  await checkout()
  expect(await endpoints()).toHaveLength(1)
})

test('a PayPal payment that is confirmed later is recorded by its event', async () => {
  const { id } = (await order()).body
  await registered('paypal')
  await approve(id, 'echeck')
  await capture(id)
  expect((await returnFromCheckout()).body.status).toBe('pending')
  await app.simulatePayPal('captures/settle', { capture: await readCaptureId(id), outcome: 'complete' })
  await eventually(() => status()).toBe('paid')
  await eventually(async () => (await seen()).filter(({ type }) => type === 'PAYMENT.CAPTURE.COMPLETED')).toMatchObject([{ handled: true }])
})

test('repeated, late and unordered events are handled once, with one payment', async () => {
  const page = await checkout()
  const { webhook_id } = await registered()
  await app.simulate('webhooks', { mode: 'hold' })
  await payAtCheckout(page, goodCard)
  expect((await returnFromCheckout()).body.status).toBe('paid')
  const held = (await deliveries(webhook_id!)).map(({ id }) => id)
  expect(held.length).toBeGreaterThan(1)
  await app.simulate('webhooks/deliver', { deliveries: [...held.reverse(), ...held] })
  expect(await seen()).toHaveLength(held.length)
  await eventually(async () => (await seen()).every(({ handled }) => handled)).toBe(true)
  expect(await stored()).toEqual({ status: 'paid', paid: '150.25' })
  expect(await app.sql('select 1 from payments where user_id = $1', [ada.userId])).toHaveLength(1)
})

test('an event is not acknowledged after an error, and sent again', async () => {
  const page = await checkout()
  const { webhook_id } = await registered()
  await app.sql('alter table webhook_events rename to webhook_events_away')
  await payAtCheckout(page, goodCard)
  await eventually(async () => (await deliveries(webhook_id!)).every(({ lastAnswer }) => lastAnswer === '500')).toBe(true)
  await app.sql('alter table webhook_events_away rename to webhook_events')
  await eventually(() => status()).toBe('paid')
})

test('PayPal sends an event again that couldn’t be verified', async () => {
  const { id } = (await order()).body
  await registered('paypal')
  await app.simulatePayPal('faults', { route: 'POST /v1/notifications/verify-webhook-signature', kind: 'status', status: 503, count: 4 })
  await approve(id)
  await eventually(async () => (await seen()).map(({ type }) => type)).toContain('CHECKOUT.ORDER.APPROVED')
  const { accounts } = await app.simulatePayPal<Dump>('dump')
  const sent = Object.values(accounts).flatMap((account) => account.deliveries)
  expect(sent.find(({ type, tries }) => type === 'CHECKOUT.ORDER.APPROVED' && tries > 1)).toBeDefined()
})

test('with a new public URL the webhook is registered again and the old one removed', async () => {
  await checkout()
  const before = await registered()
  await app.sql("update webhook_endpoints set url = 'https://old.example.com/x' where user_id = $1", [ada.userId])
  const next = await makeInvoice()
  invoice.publicId = next.publicId
  const page = await checkout()
  await eventually(async () => (await endpoints())[0]?.url).toBe(before.url)
  const after = await registered()
  expect(after.webhook_id).not.toBe(before.webhook_id)
  expect(await deliveries(before.webhook_id!)).toEqual([])
  await payAtCheckout(page, goodCard)
  await eventually(() => status(next.id)).toBe('paid')
})

test('own keys remove the sandbox’s webhook, here and at the provider', async () => {
  await checkout()
  const { token, webhook_id } = await registered()
  await app.send(ada, 'POST', '/api/business-profile', { businessName: 'Ada', stripePublishableKey: 'pk_test_1' })
  expect(await endpoints()).toEqual([])
  expect((await post(`/api/webhooks/stripe/${token}`)).status).toBe(404)
  const { accounts } = await app.simulate<Dump>('dump')
  expect(Object.values(accounts).some(({ objects }) => objects?.webhook_endpoint[webhook_id!])).toBe(false)
})

test('events are deleted after ninety days', async () => {
  await payAtCheckout(await checkout(), goodCard)
  await registered()
  await app.sql(
    `insert into webhook_events (user_id, endpoint_id, event_id, type, received_at)
     values ($1, '1', 'old', 't', now() - interval '91 days'), ($1, '1', 'young', 't', now() - interval '89 days')`,
    [ada.userId],
  )
  await app.runners.find(({ name }) => name === 'payments.event-sweep')!.run({ userId: ada.userId })
  const ids = (await seen()).map(({ event_id }) => event_id)
  expect([ids.includes('old'), ids.includes('young')]).toEqual([false, true])
})

test('a lost answer during registration leaves no second webhook', async () => {
  await app.simulate('faults', { route: 'POST /v1/webhook_endpoints', kind: 'drop-after', count: 3 })
  const page = await checkout()
  const due = () => app.sql('update graphile_worker._private_jobs set run_at = now() where key = $1', [`webhook-${ada.userId}-stripe`])
  await expect
    .poll(
      async () => {
        await due()
        return (await endpoints())[0]?.webhook_id ?? null
      },
      { timeout: 60_000 },
    )
    .not.toBeNull()
  const [{ url, webhook_id }] = (await endpoints()) as [Endpoint]
  const { accounts } = await app.simulate<Dump>('dump')
  const known = Object.values(accounts).flatMap(({ objects }) => Object.entries(objects?.webhook_endpoint ?? {}))
  expect(known.filter(([, each]) => each.url === url).map(([id]) => id)).toEqual([webhook_id])
  await payAtCheckout(page, goodCard)
  await eventually(() => status()).toBe('paid')
})
