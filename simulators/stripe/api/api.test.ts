import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type CheckedStripe,
  sessionParams,
  startCheckedStripe,
  submitCard,
  validCard,
} from '#simulators/stripe/testing/checked-simulator.ts'

let folder: string
let shop: CheckedStripe
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'card-sandbox-'))
  shop = await startCheckedStripe({ stateFile: join(folder, 'deep', 'state.json') })
})
beforeEach(() => shop.control('POST /_sim/reset'))
afterEach(() => expect(shop.violations).toEqual([]))
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true })
})

const create = 'POST /v1/checkout/sessions'
const sessions = async () => {
  const { accounts } = (await shop.control('GET /_sim/dump')) as { accounts: Record<string, { objects: Record<string, object> }> }
  return Object.values(accounts).flatMap(({ objects }) => Object.keys(objects['checkout.session'] ?? {}))
}

test('the same idempotency key answers with the first session', async () => {
  const stripe = shop.client('a')
  const first = await stripe.checkout.sessions.create(sessionParams(shop.url), { idempotencyKey: 'k1' })
  const second = await stripe.checkout.sessions.create(sessionParams(shop.url), { idempotencyKey: 'k1' })
  expect(second.id).toBe(first.id)
  expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined()
  expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
  expect(await sessions()).toEqual([first.id])
  const foreign = await shop.client('b').checkout.sessions.create(sessionParams(shop.url), { idempotencyKey: 'k1' })
  expect(foreign.id).not.toBe(first.id)
})

test('the same key with other parameters, or for another call, is refused', async () => {
  const stripe = shop.client('a')
  const { id } = await stripe.checkout.sessions.create(sessionParams(shop.url), { idempotencyKey: 'k1' })
  for (const call of [
    stripe.checkout.sessions.create(sessionParams(shop.url, 999), { idempotencyKey: 'k1' }),
    stripe.checkout.sessions.expire(id, {}, { idempotencyKey: 'k1' }),
  ])
    await expect(call).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
})

test('while the first request is in flight the second answers 409, and with retries gets the same session', async () => {
  await shop.control('POST /_sim/faults', { route: create, kind: 'latency', ms: 600 })
  const first = shop.client('a').checkout.sessions.create(sessionParams(shop.url), { idempotencyKey: 'k1' })
  await new Promise((resolve) => setTimeout(resolve, 100))
  await expect(shop.client('a').checkout.sessions.create(sessionParams(shop.url), { idempotencyKey: 'k1' })).rejects.toMatchObject({
    statusCode: 409,
  })
  const patient = await shop
    .client('a', { maxNetworkRetries: 4 })
    .checkout.sessions.create(sessionParams(shop.url), { idempotencyKey: 'k1' })
  expect(patient.id).toBe((await first).id)
})

test('refused parameters are not remembered under the key', async () => {
  const stripe = shop.client('a')
  await expect(stripe.checkout.sessions.create(sessionParams(shop.url, 1), { idempotencyKey: 'k1' })).rejects.toMatchObject({
    statusCode: 400,
  })
  expect((await stripe.checkout.sessions.create(sessionParams(shop.url), { idempotencyKey: 'k1' })).status).toBe('open')
})

test('an answer that was lost after the work was done: the retry finds the same session', async () => {
  await shop.control('POST /_sim/faults', { route: create, kind: 'drop-after' })
  const stripe = shop.client('a', { maxNetworkRetries: 2 })
  const session = await stripe.checkout.sessions.create(sessionParams(shop.url))
  expect(await sessions()).toEqual([session.id])
  expect(session.lastResponse.headers['idempotent-replayed']).toBe('true')
})

test('a connection cut before the work leaves nothing behind', async () => {
  await shop.control('POST /_sim/faults', { route: create, kind: 'drop-before', count: 2 })
  await expect(shop.client('a').checkout.sessions.create(sessionParams(shop.url))).rejects.toMatchObject({ type: 'StripeConnectionError' })
  expect(await sessions()).toEqual([])
})

test('statuses and pages can be forced per route; a stored 500 is replayed for its key', async () => {
  const stripe = shop.client('a')
  await shop.control('POST /_sim/faults', { route: 'GET /v1/balance', kind: 'status', status: 429 })
  await expect(stripe.balance.retrieve()).rejects.toMatchObject({ type: 'StripeRateLimitError' })
  expect((await stripe.balance.retrieve()).object).toBe('balance')
  await shop.control('POST /_sim/faults', { route: '*', kind: 'html' })
  await expect(stripe.balance.retrieve()).rejects.toMatchObject({ type: 'StripeAPIError' })
  await shop.control('POST /_sim/faults', { route: create, kind: 'status', status: 500, stored: true })
  for (const _ of [1, 2])
    await expect(stripe.checkout.sessions.create(sessionParams(shop.url), { idempotencyKey: 'k1' })).rejects.toMatchObject({
      statusCode: 500,
    })
  expect((await stripe.checkout.sessions.create(sessionParams(shop.url), { idempotencyKey: 'k2' })).status).toBe('open')
})

test('the test plane answers no browser, and nothing answers a foreign host name', async () => {
  const browser = await fetch(`${shop.simulator().origin}/_sim/reset`, { method: 'POST', headers: { origin: 'https://evil.example' } })
  expect(browser.status).toBe(403)
  const { request } = await import('node:http')
  const status = await new Promise((resolve, reject) => {
    request(`${shop.simulator().origin}/_sim/dump`, { headers: { host: 'evil.example' } }, (res) => resolve(res.resume().statusCode))
      .on('error', reject)
      .end()
  })
  expect(status).toBe(403)
})

test('payments, keys and idempotency survive a restart; no card number is written anywhere', async () => {
  const before = shop.client('a')
  const session = await before.checkout.sessions.create(sessionParams(shop.url), { idempotencyKey: 'k1' })
  await submitCard(session.url, { ...validCard, cvc: '917' })
  await shop.restart()
  const after = shop.client('a')
  expect((await after.checkout.sessions.retrieve(session.id)).payment_status).toBe('paid')
  expect((await after.checkout.sessions.create(sessionParams(shop.url), { idempotencyKey: 'k1' })).id).toBe(session.id)
  const file = await readFile(join(folder, 'deep', 'state.json'), 'utf8')
  expect(file).toContain(session.id)
  for (const text of [file, shop.logged.join('\n'), JSON.stringify(await shop.control('GET /_sim/dump'))]) {
    expect(text.replaceAll(' ', '')).not.toContain('4242424242424242')
    expect(text).not.toContain('917"')
  }
})

test('a saved state that cannot be read is put aside and said so', async () => {
  const file = join(folder, 'broken.json')
  await writeFile(file, '{"version":1,"acc')
  const other = await startCheckedStripe({ stateFile: file })
  expect((await other.client('a').accounts.retrieveCurrent()).object).toBe('account')
  expect(other.logged.join('\n')).toContain(`was moved to ${file}.unreadable-`)
  await other.close()
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ version: 1 })
})
