import { request } from 'node:http'
import { expect, test } from 'vitest'
import { ada, app, checkout, setUpPayments } from '#features/payments/testing/payment-fixture.ts'
import { deliveries, eventually, post, registered, seen, setUpWebhooks, status } from '#features/payments/testing/webhook-fixture.ts'
import { recordWebhookEvent } from '#server/domain/payments/webhooks/events.ts'
import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'

// Events with an invalid signature or time, that are too large or too many, or not about this business.

setUpPayments()
setUpWebhooks()
const goodCard = '4242424242424242'

test('an event without a valid signature, or for another URL, changes nothing and isn’t stored', async () => {
  await checkout()
  const { token } = await registered()
  const path = `/api/webhooks/stripe/${token}`
  for (const headers of [{}, { 'stripe-signature': '' }, { 'stripe-signature': 't=1,v1=0' }]) {
    const reply = await post(path, '{"id":"evt_1"}', headers)
    expect([reply.status, reply.body.message]).toEqual([400, 'This event was not signed by Stripe, or not lately.'])
  }
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-8', 'nonsense'])
    expect((await post(path, 'not json', { 'content-type': type })).status).toBe(400)
  expect((await app.http.inject({ method: 'POST', url: path, payload: Buffer.from([0xff, 0xfe]) })).statusCode).toBe(400)
  expect((await app.http.inject({ method: 'POST', url: path })).statusCode).toBe(400)
  for (const other of [
    `/api/webhooks/paypal/${token}`,
    `/api/webhooks/stripe/${'a'.repeat(32)}`,
    '/api/webhooks/stripe/1',
    '/api/webhooks/cash/1',
  ])
    expect([other, (await post(other)).status]).toEqual([other, 404])
  expect((await app.send(null, 'GET', path)).status).toBe(404)
  expect(await seen()).toEqual([])
})

/** Sends a body in chunks until it is answered. @returns the status and how much was sent by then */
const pour = (path: string, { announced, total }: { announced: boolean; total: number }) =>
  new Promise<{ status: number; sent: number }>((resolve, reject) => {
    let sent = 0
    let isAnswered = false
    const outgoing = request(
      `${app.origin}${path}`,
      { method: 'POST', headers: announced ? { 'content-length': total } : {} },
      (answer) => {
        isAnswered = true
        answer.resume()
        resolve({ status: answer.statusCode!, sent })
        outgoing.destroy()
      },
    )
    outgoing.on('error', (error) => isAnswered || reject(error))
    const more = () => {
      if (isAnswered || sent >= total) return
      outgoing.write(Buffer.alloc(16_384), () => setTimeout(more, 1))
      sent += 16_384
    }
    more()
  })

test('a body that is too large is refused before it is read', async () => {
  await checkout()
  const path = `/api/webhooks/stripe/${(await registered()).token}`
  for (const announced of [true, false]) {
    const { status, sent } = await pour(path, { announced, total: 10 * 1_048_576 })
    expect([announced, status, sent < 2 * 1_048_576]).toEqual([announced, 413, true])
  }
  expect((await post(path, 'x'.repeat(200_000))).status).toBe(400)
})

test('invalid events from one address are limited and logged once; another address isn’t limited', async () => {
  const page = await checkout()
  const { token, webhook_id } = await registered()
  const flood = (from: string) =>
    app.http.inject({ method: 'POST', url: `/api/webhooks/stripe/${token}`, payload: '{}', remoteAddress: from })
  const statuses = []
  for (let i = 0; i < 80; i++) statuses.push((await flood('203.0.113.9')).statusCode)
  expect([statuses.filter((each) => each === 400).length, statuses.at(-1)]).toEqual([60, 429])
  await payAtCheckout(page, goodCard)
  await eventually(() => status()).toBe('paid')
  expect((await deliveries(webhook_id!)).every(({ tries }) => tries === 1)).toBe(true)
})

test('wrong tokens are limited by address, for both providers together; an event with the right token still arrives from there', async () => {
  const page = await checkout()
  const { token } = await registered()
  const guess = async (token: string, provider = 'stripe') => {
    const url = `/api/webhooks/${provider}/${token}`
    return (await app.http.inject({ method: 'POST', url, payload: '{}', remoteAddress: '198.51.100.7' })).statusCode
  }
  const statuses = []
  for (let i = 0; i < 10; i++)
    statuses.push(await guess(`${i}`.padEnd(32, 'a')), await guess(`${i}`.padEnd(32, 'b'), 'paypal'), await guess('short'))
  expect(statuses).toEqual(Array(30).fill(404))
  expect([await guess('c'.repeat(32)), await guess('c'.repeat(32), 'paypal'), await guess('1')]).toEqual([429, 429, 429])
  // Known, but not signed: refused as before.
  expect(await guess(token)).toBe(400)
  await payAtCheckout(page, goodCard)
  await eventually(() => status()).toBe('paid')
})

test('the URL identifies the business: an event that names another business’s payment does nothing', async () => {
  await checkout()
  const [attempt] = await app.sql<{ id: string; ref: string }>('select id, ref from payment_attempts where user_id = $1', [ada.userId])
  const eve = await app.person(`eve-of-${ada.userId}`)
  const jobs = () => app.sql("select 1 from graphile_worker._private_jobs where key like 'event-' || $1 || '-%'", [eve.userId])
  await app.database.asUser(eve.userId, async (db) => {
    const [endpoint] = await db.rows<{ id: number }>(
      "insert into webhook_endpoints (user_id, provider, account_id, token, url) values ($1, 'stripe', 'a', $2, 'x') returning id",
      [eve.userId, `eve ${eve.userId}`],
    )
    const hers = {
      id: endpoint!.id,
      provider: 'stripe' as const,
      accountId: 'a',
      token: '',
      url: '',
      webhookId: 'we',
      keyId: null,
      sealed: null,
    }
    await recordWebhookEvent(db, new Date(), hers, { id: 'evt_1', type: 'charge.refunded', refs: [attempt!.id, attempt!.ref] })
  })
  expect(await jobs()).toEqual([])
  expect(await app.sql('select handled_at is not null as handled from webhook_events where user_id = $1', [eve.userId])).toEqual([
    { handled: true },
  ])
  expect(await app.sql('select asked_at from payment_attempts where id = $1', [attempt!.id])).toEqual([{ asked_at: null }])
})

test('an account without room stores no event, and follows it all the same', async () => {
  await checkout()
  const [attempt] = await app.sql<{ id: string }>('select id from payment_attempts where user_id = $1', [ada.userId])
  const { id, account_id: accountId, token, url } = await registered()
  const endpoint = { id: Number(id), provider: 'stripe' as const, accountId, token, url, webhookId: 'we', keyId: null, sealed: null }
  const event = { id: 'evt_of_a_full_account', type: 'charge.refunded', refs: [attempt!.id] }
  await app.database.asUser(ada.userId, (db) => recordWebhookEvent(db, new Date(), endpoint, event, false))
  expect((await seen()).filter(({ event_id }) => event_id === event.id)).toEqual([])
  await eventually(() => app.sql('select 1 from payment_attempts where id = $1 and asked_at is not null', [attempt!.id])).toHaveLength(1)
})

test.each([
  ['too old', 6 * 60_000],
  ['of the future', -6 * 60_000],
])('a signature that is %s is refused, and the event is sent again', async (_what, offMs) => {
  const page = await checkout()
  const { webhook_id } = await registered()
  app.setNow(new Date(Date.now() + offMs))
  await payAtCheckout(page, goodCard)
  await eventually(async () => (await deliveries(webhook_id!)).every(({ lastAnswer }) => lastAnswer === '400')).toBe(true)
  expect(await seen()).toEqual([])
  expect(await status()).toBe('sent')
  app.setNow(new Date())
  await eventually(() => status()).toBe('paid')
})
