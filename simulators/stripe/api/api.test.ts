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
let harness: CheckedStripe
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'card-sandbox-'))
  harness = await startCheckedStripe({ stateFile: join(folder, 'deep', 'state.json') })
})
beforeEach(() => harness.control('POST /_sim/reset'))
afterEach(() => expect(harness.violations).toEqual([]))
afterAll(async () => {
  await harness.close()
  await rm(folder, { recursive: true })
})

const create = 'POST /v1/checkout/sessions'
const sessions = async () => {
  const { accounts } = (await harness.control('GET /_sim/dump')) as { accounts: Record<string, { objects: Record<string, object> }> }
  return Object.values(accounts).flatMap(({ objects }) => Object.keys(objects['checkout.session'] ?? {}))
}

test('the same idempotency key returns the first session', async () => {
  const stripe = harness.client('a')
  const first = await stripe.checkout.sessions.create(sessionParams(harness.url), { idempotencyKey: 'k1' })
  const second = await stripe.checkout.sessions.create(sessionParams(harness.url), { idempotencyKey: 'k1' })
  expect(second.id).toBe(first.id)
  expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined()
  expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
  expect(await sessions()).toEqual([first.id])
  const foreign = await harness.client('b').checkout.sessions.create(sessionParams(harness.url), { idempotencyKey: 'k1' })
  expect(foreign.id).not.toBe(first.id)
})

test('the same key with other parameters or for another endpoint is refused', async () => {
  const stripe = harness.client('a')
  const { id } = await stripe.checkout.sessions.create(sessionParams(harness.url), { idempotencyKey: 'k1' })
  for (const call of [
    stripe.checkout.sessions.create(sessionParams(harness.url, 999), { idempotencyKey: 'k1' }),
    stripe.checkout.sessions.expire(id, {}, { idempotencyKey: 'k1' }),
  ])
    await expect(call).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
})

test('while the first request is in progress a second one gets a 409, and with retries the same session', async () => {
  await harness.control('POST /_sim/faults', { route: create, kind: 'latency', ms: 600 })
  const first = harness.client('a').checkout.sessions.create(sessionParams(harness.url), { idempotencyKey: 'k1' })
  await new Promise((resolve) => setTimeout(resolve, 100))
  await expect(harness.client('a').checkout.sessions.create(sessionParams(harness.url), { idempotencyKey: 'k1' })).rejects.toMatchObject({
    statusCode: 409,
  })
  const patient = await harness
    .client('a', { maxNetworkRetries: 4 })
    .checkout.sessions.create(sessionParams(harness.url), { idempotencyKey: 'k1' })
  expect(patient.id).toBe((await first).id)
})

test('a key does not store a response to refused parameters', async () => {
  const stripe = harness.client('a')
  await expect(stripe.checkout.sessions.create(sessionParams(harness.url, 1), { idempotencyKey: 'k1' })).rejects.toMatchObject({
    statusCode: 400,
  })
  expect((await stripe.checkout.sessions.create(sessionParams(harness.url), { idempotencyKey: 'k1' })).status).toBe('open')
})

test('a retry after a lost response gets the same session', async () => {
  await harness.control('POST /_sim/faults', { route: create, kind: 'drop-after' })
  const stripe = harness.client('a', { maxNetworkRetries: 2 })
  const session = await stripe.checkout.sessions.create(sessionParams(harness.url))
  expect(await sessions()).toEqual([session.id])
  expect(session.lastResponse.headers['idempotent-replayed']).toBe('true')
})

test('a connection that is closed before the work leaves no effect', async () => {
  await harness.control('POST /_sim/faults', { route: create, kind: 'drop-before', count: 2 })
  await expect(harness.client('a').checkout.sessions.create(sessionParams(harness.url))).rejects.toMatchObject({
    type: 'StripeConnectionError',
  })
  expect(await sessions()).toEqual([])
})

test('statuses and HTML pages can be simulated per route; a stored 500 is replayed for its key', async () => {
  const stripe = harness.client('a')
  await harness.control('POST /_sim/faults', { route: 'GET /v1/balance', kind: 'status', status: 429 })
  await expect(stripe.balance.retrieve()).rejects.toMatchObject({ type: 'StripeRateLimitError' })
  expect((await stripe.balance.retrieve()).object).toBe('balance')
  await harness.control('POST /_sim/faults', { route: '*', kind: 'html' })
  await expect(stripe.balance.retrieve()).rejects.toMatchObject({ type: 'StripeAPIError' })
  await harness.control('POST /_sim/faults', { route: create, kind: 'status', status: 500, stored: true })
  for (const _ of [1, 2])
    await expect(stripe.checkout.sessions.create(sessionParams(harness.url), { idempotencyKey: 'k1' })).rejects.toMatchObject({
      statusCode: 500,
    })
  expect((await stripe.checkout.sessions.create(sessionParams(harness.url), { idempotencyKey: 'k2' })).status).toBe('open')
})

test('the control API refuses browsers, and every API refuses a foreign host name', async () => {
  const browser = await fetch(`${harness.simulator().origin}/_sim/reset`, { method: 'POST', headers: { origin: 'https://evil.example' } })
  expect(browser.status).toBe(403)
  const { request } = await import('node:http')
  const status = await new Promise((resolve, reject) => {
    request(`${harness.simulator().origin}/_sim/dump`, { headers: { host: 'evil.example' } }, (res) => resolve(res.resume().statusCode))
      .on('error', reject)
      .end()
  })
  expect(status).toBe(403)
})

test('payments, keys and idempotency survive a restart; no card number is stored or logged', async () => {
  const before = harness.client('a')
  const session = await before.checkout.sessions.create(sessionParams(harness.url), { idempotencyKey: 'k1' })
  await submitCard(session.url, { ...validCard, cvc: '917' })
  await harness.restart()
  const after = harness.client('a')
  expect((await after.checkout.sessions.retrieve(session.id)).payment_status).toBe('paid')
  expect((await after.checkout.sessions.create(sessionParams(harness.url), { idempotencyKey: 'k1' })).id).toBe(session.id)
  const file = await readFile(join(folder, 'deep', 'state.json'), 'utf8')
  expect(file).toContain(session.id)
  for (const text of [file, harness.logged.join('\n'), JSON.stringify(await harness.control('GET /_sim/dump'))]) {
    expect(text.replaceAll(' ', '')).not.toContain('4242424242424242')
    expect(text).not.toContain('917"')
  }
})

test('an unreadable state file is renamed and logged', async () => {
  const file = join(folder, 'broken.json')
  await writeFile(file, '{"version":1,"acc')
  const other = await startCheckedStripe({ stateFile: file })
  expect((await other.client('a').accounts.retrieveCurrent()).object).toBe('account')
  expect(other.logged.join('\n')).toContain(`was moved to ${file}.unreadable-`)
  await other.close()
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ version: 1 })
})
