import { afterEach, expect, test } from 'vitest'
import { createSignatureHeader } from '#simulators/stripe/webhooks/outbox.ts'
import {
  ada,
  app,
  cancelAtProvider,
  failingLater,
  logged,
  open,
  payWith,
  row,
  setUpSubscriptions,
  status,
  subjects,
  subscribe,
  verify,
  waitForJobs,
} from './testing/subscription-fixture.ts'
import {
  countRecordedEvents,
  deliver,
  deliveries,
  endpoints,
  event,
  path,
  post,
  readCheckedAt,
  registered,
  secret,
  seen,
  setUpWebhooks,
  url,
} from './testing/webhook-fixture.ts'

// The simulator's webhook events of the product's own account.

setUpSubscriptions()
const eventually = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 60_000 })
afterEach(() => app.simulate('webhooks', { mode: 'deliver' }))

test('the first subscription registers the webhook; a payment counts without a return of the browser', async () => {
  const clientSecret = await open()
  expect(await registered()).toEqual({ account_id: 'sandbox', url: url(), webhook_id: expect.stringMatching(/^we_/) })
  expect(await payWith(clientSecret)).toBe(200)
  await eventually(() => status()).toBe('active')
  // The next subscription uses the same webhook.
  const before = await setUpWebhooks()
  ada.email = ''
  await open('yearly', await app.person('eve'))
  await waitForJobs()
  expect([await setUpWebhooks(), await endpoints()]).toEqual([before, [before[0]!.webhook_id]])
})

test('a failed renewal, and the end of a plan, count as soon as their event arrives', async () => {
  await subscribe(failingLater)
  await registered()
  await waitForJobs()
  // Only the provider's clock: the app's decides which events are too old.
  await app.simulate('clock', { advanceSeconds: 32 * 86_400 })
  await eventually(async () => (await row()).past_due_since).not.toBeNull()
  expect(await status()).toBe('active')
  await cancelAtProvider()
  await eventually(() => status()).toBe('canceled')
  expect((await subjects()).map((subject) => subject.slice(0, 28))).toEqual([
    'Your Billfold payment failed',
    'Your Billfold plan has ended',
  ])
})

test('late, repeated and unordered events are handled once each, and the state is the provider’s', async () => {
  await open()
  await registered()
  await app.simulate('webhooks', { mode: 'hold' })
  await payWith(await open())
  await verify()
  await cancelAtProvider()
  const held = (await deliveries()).filter(({ how }) => how === 'held').map(({ id }) => id)
  expect(held.length).toBeGreaterThan(2)
  expect(await status()).toBe('active')
  // Delivered in reverse: the payment comes last.
  await deliver([...held.reverse(), ...held])
  expect([...new Set((await deliveries()).filter(({ id }) => held.includes(id)).map(({ lastAnswer }) => lastAnswer))]).toEqual(['200'])
  const events = (await deliveries()).filter(({ id }) => held.includes(id)).map(({ event: id }) => id)
  expect(await seen(events)).toBe(held.length)
  await waitForJobs()
  expect(await status()).toBe('canceled')
})

test('a repeated event causes no further sync', async () => {
  await subscribe()
  await registered()
  await waitForJobs()
  const { customer } = await row()
  const body = event({ object: 'subscription', customer })
  const before = await readCheckedAt()
  expect((await post(body, await secret())).status).toBe(200)
  await eventually(async () => (await readCheckedAt())! > before!).toBe(true)
  await waitForJobs()
  const after = await readCheckedAt()
  for (let time = 0; time < 3; time++) expect((await post(body, await secret())).body).toEqual({ received: true })
  await waitForJobs()
  expect(await readCheckedAt()).toBe(after)
})

test('the contents of an event are never stored, only the provider’s answer', async () => {
  await open()
  await registered()
  const { customer } = await row()
  const lie = { object: 'subscription', id: 'sub_x', customer, status: 'active', items: { data: [] } }
  expect((await post(event(lie, 'customer.subscription.created'), await secret())).status).toBe(200)
  await waitForJobs()
  expect([await status(), (await row()).subscription]).toEqual(['trial', null])
})

test('an event about an unknown customer, about one of another account, or about none, is accepted and ignored', async () => {
  await subscribe()
  await registered()
  await waitForJobs()
  const before = [await countRecordedEvents(), await readCheckedAt()]
  const { customer } = await row()
  for (const object of [
    { customer: 'cus_stranger' },
    { object: 'customer', id: 'cus_stranger' },
    {},
    { customer: 7 },
    { customer: 'c'.repeat(300) },
  ])
    expect((await post(event(object), await secret())).status).toBe(200)
  expect((await post(event('text' as unknown as object), await secret())).status).toBe(200)
  await app.sql("update users set subscription_account = 'acct_another' where id = $1", [ada.userId])
  expect((await post(event({ customer }), await secret())).status).toBe(200)
  await waitForJobs()
  expect([await countRecordedEvents(), await readCheckedAt()]).toEqual(before)
  await app.sql("update users set subscription_account = 'sandbox' where id = $1", [ada.userId])
  expect((await post(event({ object: 'customer', id: customer }), await secret())).status).toBe(200)
  expect((await post(event({ customer: { id: customer } }), await secret())).status).toBe(200)
  expect(await countRecordedEvents()).toBe(Number(before[0]) + 2)
})

test('an event that is forged, changed, replayed after five minutes, or dated in the future is refused and logged', async () => {
  await subscribe()
  await registered()
  await waitForJobs()
  const { customer } = await row()
  const before = [await countRecordedEvents(), await readCheckedAt()]
  const now = Math.floor(Date.now() / 1000)
  const good = await secret()
  const body = event({ customer })
  const answers = [
    await post(body, null),
    await post(body, 'whsec_wrong'),
    await post(body, good, now - 301),
    await post(body, good, now + 400),
    await app.send(null, 'POST', path, `${body} `, { 'stripe-signature': createSignatureHeader(body, [good], now) }),
    await app.send(null, 'POST', path, body, { 'stripe-signature': 't=,v1=' }),
    await post('', good),
    await post('[]', good),
  ]
  expect(answers.map(({ status: code }) => code)).toEqual(answers.map(() => 400))
  expect(answers[0]!.body.message).toBe('This event was not signed by Stripe, or not lately.')
  await waitForJobs()
  expect([await countRecordedEvents(), await readCheckedAt()]).toEqual(before)
  expect(logged.filter((line) => line.includes("the product's own account had no good signature"))).toHaveLength(1)
})

test('a body above 256 KB is refused', async () => {
  expect((await post(`{"a":"${'x'.repeat(262_144)}"}`, 'whsec_any')).status).toBe(413)
})

test('an event is not acknowledged after an error, and sent again', async () => {
  const clientSecret = await open()
  await registered()
  await app.sql('alter table billing_events rename to billing_events_away')
  await payWith(clientSecret)
  await eventually(async () => (await deliveries()).some(({ lastAnswer }) => lastAnswer === '500')).toBe(true)
  await app.sql('alter table billing_events_away rename to billing_events')
  await eventually(() => status()).toBe('active')
})

test('events are deleted after ninety days', async () => {
  await subscribe()
  await registered()
  await app.sql(
    `insert into billing_events (event_id, type, received_at)
     values ('old', 't', now() - interval '91 days'), ('young', 't', now() - interval '89 days')`,
  )
  await post(event({ customer: (await row()).customer }), await secret())
  expect([await seen(['old']), await seen(['young'])]).toEqual([0, 1])
})

test('invalid events from one address are limited, while the provider’s own events pass', async () => {
  await subscribe()
  await registered()
  await waitForJobs()
  const body = event({ customer: (await row()).customer })
  const codes = []
  for (let i = 0; i < 65; i++) codes.push((await post(body, 'whsec_wrong')).status)
  expect([codes[0], codes.at(-1)]).toEqual([400, 429])
  app.setNow(new Date(Date.now() + 61_000))
  expect((await post(body, await secret())).status).toBe(200)
})
