import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { WebhookRegistration } from '#server/domain/payments/provider.ts'
import { InvalidSignature, PaymentDeclined } from '#server/domain/payments/provider-error.ts'
import { cents } from '#shared/money.ts'
import { derivePayPalKeys } from '#simulators/paypal/paypal-simulator.ts'
import { startCheckedPayPal } from '#simulators/paypal/testing/checked-simulator.ts'
import { attempt, bill, createProviderAt, problem } from './testing/samples.ts'

// The client against the simulator, over HTTP. Requests and answers are checked against PayPal's API description.

type Delivery = { raw: Buffer; headers: Record<string, string | string[] | undefined> }
let server: Awaited<ReturnType<typeof startCheckedPayPal>>
let origin = ''
let publicUrl = ''
const deliveries: Delivery[] = []
const onRequest = async (req: IncomingMessage, res: ServerResponse) => {
  const parts: Buffer[] = []
  for await (const part of req) parts.push(part as Buffer)
  deliveries.push({ raw: Buffer.concat(parts), headers: req.headers })
  res.end()
}
beforeAll(async () => {
  server = await startCheckedPayPal({ onRequest })
  origin = server.simulator().origin
  publicUrl = server.url
})
afterEach(() => expect(server.violations).toEqual([]))
afterAll(() => server.close())

let count = 0
/** A provider with an order that can be approved. */
const begun = async () => {
  const provider = createProviderAt(origin, { ...derivePayPalKeys(`business ${++count}`), sandbox: true })
  const own = { ...attempt, id: `att_of-business-number-${String(count).padStart(7, '0')}` }
  const { ref, payee } = await provider.openCheckout(own, { ...bill, successUrl: `${publicUrl}/ok`, cancelUrl: `${publicUrl}/no` })
  return { provider, attempt: own, ref, payee }
}
const control = (action: string, body: object) => server.control(`POST /_sim/${action}`, body)
const approve = (order: string, funding = 'balance') => control('orders/approve', { order, funding })
const paid = async () => {
  const page = await begun()
  await approve(page.ref)
  await page.provider.capture(page.ref, `${page.attempt.id}:c0`)
  const { charges } = await page.provider.fetchStatus(page.ref)
  return { ...page, charge: charges[0]! }
}

test('keys are accepted or refused', async () => {
  expect(await (await begun()).provider.checkKeys()).toMatchObject({ mode: 'test' })
  expect(await problem(createProviderAt(origin).checkKeys())).toMatchObject({ isKeyRefused: true, isRefused: true })
})

test('an approved and captured order has exactly the requested amount', async () => {
  const { provider, attempt: own, ref, payee } = await begun()
  expect(await provider.openCheckout(own, { ...bill, successUrl: `${publicUrl}/ok`, cancelUrl: `${publicUrl}/no` })).toMatchObject({
    ref,
    payee,
  })
  expect(await provider.fetchStatus(ref)).toMatchObject({ state: 'open', attemptId: own.id, payee, charges: [] })
  expect(await problem(provider.capture(ref, `${own.id}:c0`))).toMatchObject({ isRefused: true })
  await approve(ref)
  expect(await provider.closeCheckout(ref)).toBe('closed')
  await provider.capture(ref, `${own.id}:c1`)
  await provider.capture(ref, `${own.id}:c1`)
  await provider.capture(ref, `${own.id}:c2`)
  expect(await provider.fetchStatus(ref)).toMatchObject({
    state: 'paid',
    attemptId: own.id,
    payee,
    charges: [{ amount: cents(15_025), refunded: 0, currency: 'usd', dispute: null, succeeded: true }],
  })
  expect(await provider.closeCheckout(ref)).toBe('was-paid')
})

test('after a declined card another payment method can be approved', async () => {
  const { provider, attempt: own, ref } = await begun()
  await approve(ref, 'declined-card')
  expect(await problem(provider.capture(ref, `${own.id}:c0`))).toBeInstanceOf(PaymentDeclined)
  expect(await provider.fetchStatus(ref)).toMatchObject({ state: 'open', charges: [] })
  await approve(ref)
  await provider.capture(ref, `${own.id}:c1`)
  expect(await provider.fetchStatus(ref)).toMatchObject({ state: 'paid' })
})

test('an eCheck is pending until it succeeds or bounces', async () => {
  const settled = async (outcome: string) => {
    const { provider, attempt: own, ref } = await begun()
    await approve(ref, 'echeck')
    await provider.capture(ref, `${own.id}:c0`)
    const pending = await provider.fetchStatus(ref)
    expect(pending).toMatchObject({ state: 'pending', charges: [{ succeeded: false }] })
    expect(await problem(provider.refund(pending.charges[0]!.ref, { amount: cents(1), currency: 'usd' }, 'r'))).toMatchObject({
      isRefused: true,
    })
    await control('captures/settle', { capture: pending.charges[0]!.ref, outcome })
    return provider.fetchStatus(ref)
  }
  expect(await settled('complete')).toMatchObject({ state: 'paid', charges: [{ succeeded: true }] })
  expect(await settled('deny')).toMatchObject({ state: 'failed', charges: [{ succeeded: false }] })
})

test('refunds in parts are made once for each key, and never exceed the capture', async () => {
  const { provider, ref, charge } = await paid()
  const first = await provider.refund(charge.ref, { amount: cents(5_000), currency: 'usd' }, 'refund-1')
  expect(first).toMatchObject({ status: 'succeeded' })
  expect(await provider.refund(charge.ref, { amount: cents(5_000), currency: 'usd' }, 'refund-1')).toEqual(first)
  expect(await provider.fetchRefund(first.ref)).toEqual(first)
  expect((await provider.fetchStatus(ref)).charges[0]).toMatchObject({ refunded: cents(5_000), succeeded: true })
  expect((await problem(provider.refund(charge.ref, { amount: cents(10_026), currency: 'usd' }, 'refund-2'))).message).toContain(
    'more than what is left',
  )
  await provider.refund(charge.ref, { amount: cents(10_025), currency: 'usd' }, 'refund-3')
  expect(await provider.fetchStatus(ref)).toMatchObject({ state: 'paid', charges: [{ refunded: cents(15_025) }] })
})

test('a dispute is reported from its beginning to its end', async () => {
  const { provider, ref, charge } = await paid()
  await control('disputes', { capture: charge.ref, action: 'open' })
  expect((await provider.fetchStatus(ref)).charges[0]).toMatchObject({ dispute: 'open', refunded: 0 })
  await control('disputes', { capture: charge.ref, action: 'win' })
  expect((await provider.fetchStatus(ref)).charges[0]).toMatchObject({ dispute: 'won', refunded: 0 })
  await control('disputes', { capture: charge.ref, action: 'open' })
  await control('disputes', { capture: charge.ref, action: 'lose' })
  expect((await provider.fetchStatus(ref)).charges[0]).toMatchObject({ dispute: 'lost', refunded: cents(15_025) })
})

test('a lost answer is repeated for the same idempotency key', async () => {
  const page = await begun()
  await approve(page.ref)
  await control('faults', { route: 'POST /v2/checkout/orders/:id/capture', kind: 'drop-after', times: 1 })
  await page.provider.capture(page.ref, `${page.attempt.id}:c0`)
  const { charges } = await page.provider.fetchStatus(page.ref)
  expect(charges).toHaveLength(1)
  await control('faults', { route: 'POST /v2/payments/captures/:id/refund', kind: 'drop-after', times: 1 })
  await page.provider.refund(charges[0]!.ref, { amount: cents(100), currency: 'usd' }, 'refund-lost')
  expect((await page.provider.fetchStatus(page.ref)).charges[0]).toMatchObject({ refunded: cents(100) })
})

test('an order of another account is not found', async () => {
  const { ref } = await begun()
  const { provider } = await begun()
  expect(await provider.fetchStatus(ref)).toMatchObject({ state: 'expired', charges: [] })
})

const delivered = async (type: string): Promise<Delivery> => {
  for (let tried = 0; tried < 200; tried++) {
    const found = deliveries.find(({ raw }) => JSON.parse(raw.toString()).event_type === type)
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`no ${type} came`)
}

test('events are signed, name their attempt, and are refused when a character changes', async () => {
  deliveries.length = 0
  const { provider, attempt: own, ref } = await begun()
  const registration: WebhookRegistration = await provider.registerWebhook(`${publicUrl}/api/webhooks/paypal/x`)
  expect(await provider.registerWebhook(`${publicUrl}/api/webhooks/paypal/x`)).toEqual(registration)
  await approve(ref)
  await provider.capture(ref, `${own.id}:c0`)
  const charge = (await provider.fetchStatus(ref)).charges[0]!
  await provider.refund(charge.ref, { amount: cents(100), currency: 'usd' }, 'refund-e')
  await control('disputes', { capture: charge.ref, action: 'open' })
  const read = async (type: string) => {
    const { raw, headers } = await delivered(type)
    return provider.verifyWebhook(raw, headers, registration, new Date())
  }
  expect((await read('CHECKOUT.ORDER.APPROVED')).refs).toEqual(expect.arrayContaining([ref, own.id]))
  expect((await read('PAYMENT.CAPTURE.COMPLETED')).refs).toEqual(expect.arrayContaining([ref, own.id, charge.ref]))
  expect((await read('PAYMENT.CAPTURE.REFUNDED')).refs).toContain(charge.ref)
  expect((await read('CUSTOMER.DISPUTE.CREATED')).refs).toContain(charge.ref)

  const { raw, headers } = await delivered('PAYMENT.CAPTURE.COMPLETED')
  const forged = Buffer.from(raw.toString().replace('150.25', '999.25'))
  expect(forged).not.toEqual(raw)
  expect(await problem(provider.verifyWebhook(forged, headers, registration, new Date()))).toBeInstanceOf(InvalidSignature)
  const other = await begun()
  expect(await problem(other.provider.verifyWebhook(raw, headers, registration, new Date()))).toBeInstanceOf(InvalidSignature)
  await provider.removeWebhook(registration.webhookId)
  await provider.removeWebhook(registration.webhookId)
  expect(await problem(provider.verifyWebhook(raw, headers, registration, new Date()))).toBeInstanceOf(InvalidSignature)
})

test('a browser gets a client token', async () => {
  const { provider } = await begun()
  const setup = await provider.walletSetup('127.0.0.1')
  expect(setup).toMatchObject({ environment: 'sandbox' })
  expect(setup.clientToken.length).toBeGreaterThan(20)
})
