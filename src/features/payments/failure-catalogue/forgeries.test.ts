import { generateKeyPairSync } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  paidOnce,
  readHistoryKinds,
  readInvoiceSnapshot,
  readPublicInvoice,
  readSentEmails,
  receiptAndNotification,
  untouched,
  waitForJobs,
} from '#features/payments/testing/invoice-snapshot.ts'
import {
  ada,
  app,
  approve,
  attempts,
  capture,
  checkout,
  invoice,
  makeInvoice,
  order,
  returnFromCheckout,
  setUpPayments,
} from '#features/payments/testing/payment-fixture.ts'
import {
  buildEvent,
  countRecordedEvents,
  deliver,
  findEndpoint,
  findEvents,
  nowSeconds,
  post,
  readWebhookSecret,
  setEventMode,
} from '#features/payments/testing/provider-events.ts'
import type { Person } from '#server/testing/app.ts'
import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'
import { signingKey } from '#simulators/paypal/webhooks/certificate.ts'
import { createSignature } from '#simulators/paypal/webhooks/signature.ts'

// False claims of payment, and events that no provider sent: nothing changes, and the answers are clear. Numbers are rows of the failure
// catalogue.

setUpPayments()
beforeEach(() => setEventMode('hold'))
afterEach(() => setEventMode('deliver'))
const card = '4242424242424242'
const open = { status: 'open', amountPaid: '0.00', balanceDue: '150.25' }
/** Pays by card without an event or a return. @returns the id of the session */
const paidUnheard = async (): Promise<string> => {
  const page = await checkout()
  await findEndpoint('stripe')
  await payAtCheckout(page, card)
  return (await attempts())[0]!.ref
}
/** A sent invoice of another business. */
const makeInvoiceOf = async (who: Person) => {
  const customerId = (await app.send(who, 'POST', '/api/customers', { name: 'Initech' })).body.id
  const lineItems = [{ description: 'Paper', quantity: 1, unitPrice: '150.25' }]
  const document = { customerId, invoiceNumber: 'E-1', status: 'sent', issueDate: '2026-01-05', dueDate: '2030-02-04', lineItems }
  const { id } = (await app.send(who, 'POST', '/api/invoices', document)).body
  const [row] = await app.sql<{ public_id: string }>('select public_id from public_links where document_id = $1', [id])
  return { publicId: row!.public_id }
}
const unheard = { ...untouched, attempts: ['stripe open'] }
const notSigned = (name: string) => `This event was not signed by ${name}, or not lately.`

test('row 5: opening the success page without a payment shows the true state, and changes nothing', async () => {
  for (const body of [undefined, {}, { sessionId: '' }]) expect((await returnFromCheckout(body)).body).toEqual(open)
  expect((await returnFromCheckout({ status: 'paid' })).status).toBe(400)
  await checkout()
  expect((await returnFromCheckout()).body).toEqual(open)
  const byNumber = await app.send(null, 'POST', `/api/invoices/${invoice.id}/mark-paid`)
  expect([byNumber.status, byNumber.body.message]).toEqual([401, 'Please sign in'])
  expect([await readInvoiceSnapshot(), await readHistoryKinds(), await readSentEmails()]).toEqual([unheard, [], []])
  expect(await readPublicInvoice()).toMatchObject({ status: 'sent', balanceDue: '150.25', isPaymentPending: false })
})

test('row 6: a return with the session of another invoice or another business: 404, and neither changes', async () => {
  const session = await paidUnheard()
  const { id: orderId } = (await order()).body
  await approve(orderId)
  const [mine, other] = [{ ...invoice }, await makeInvoice()]
  const eve = await app.person(`eve-of-${ada.userId}`)
  const ofEve = await makeInvoiceOf(eve)
  for (const { publicId } of [other, ofEve]) {
    for (const sessionId of [session, orderId]) {
      const stolen = await app.send(null, 'POST', `/api/invoices/${publicId}/mark-paid`, { sessionId })
      expect([stolen.status, stolen.body.message]).toEqual([404, 'Payment not found'])
    }
    expect((await app.send(null, 'POST', `/api/invoices/${publicId}/paypal-order/${orderId}/capture`)).status).toBe(404)
  }
  expect(await readInvoiceSnapshot(other.id)).toEqual(untouched)
  expect((await readPublicInvoice(ofEve.publicId)).status).toBe('sent')
  expect(await readInvoiceSnapshot(mine.id)).toEqual({ ...unheard, attempts: ['stripe open', 'paypal open'] })
})

const sentByPayPal = async ({ key, webhookId, body }: { key?: Parameters<typeof createSignature>[1]; webhookId: string; body: string }) => {
  const transmission = { transmissionId: 'a1b2c3d4-0000-1111-2222-333344445555', time: new Date().toISOString().replace(/\.\d+Z$/, 'Z') }
  return {
    'paypal-transmission-id': transmission.transmissionId,
    'paypal-transmission-time': transmission.time,
    'paypal-transmission-sig': createSignature({ ...transmission, webhookId, body }, key ?? (await signingKey.get()).privateKey),
    'paypal-cert-url': `${app.providers.paypal}/v1/notifications/certs/CERT-sandbox`,
    'paypal-auth-algo': 'SHA256withRSA',
  }
}

test('row 29: events without a signature, with a wrong one, or with a changed body: 400, and none is recorded', async () => {
  const session = await paidUnheard()
  const { path } = await findEndpoint('stripe')
  const body = buildEvent({ id: session, object: 'checkout.session' })
  const secret = await readWebhookSecret()
  const forged = [
    await post(path, body, null),
    await post(path, body, 'whsec_guessed'),
    await app.send(null, 'POST', path, body, { 'stripe-signature': 't=1,v1=0' }),
    await app.send(null, 'POST', path, body, { 'stripe-signature': '' }),
    await post(path, '', secret),
    await post(path, '{"id":"evt_1"}', secret),
    await post(path, 'not JSON', secret),
  ]
  expect(forged.map(({ status, body }) => [status, body.message])).toEqual(forged.map(() => [400, notSigned('Stripe')]))
  const { id: orderId } = (await order()).body
  const wallet = await findEndpoint('paypal')
  const about = JSON.stringify({ id: 'WH-1', event_type: 'PAYMENT.CAPTURE.COMPLETED', resource: { id: orderId } })
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const good = await sentByPayPal({ webhookId: wallet.webhookId, body: about })
  for (const headers of [
    {},
    await sentByPayPal({ key: privateKey, webhookId: wallet.webhookId, body: about }),
    await sentByPayPal({ webhookId: 'another webhook', body: about }),
    { ...good, 'paypal-cert-url': 'https://paypal.com.evil.example/cert' },
    { ...good, 'paypal-transmission-time': 'yesterday' },
  ]) {
    const reply = await app.send(null, 'POST', wallet.path, about, headers)
    expect([reply.status, reply.body.message]).toEqual([400, notSigned('PayPal')])
  }
  expect((await app.send(null, 'POST', wallet.path, about.replace('COMPLETED', 'REFUNDED'), good)).status).toBe(400)
  expect([await countRecordedEvents(), await readInvoiceSnapshot()]).toEqual([0, { ...unheard, attempts: ['stripe open', 'paypal open'] }])
  // The same bytes with the right signature are accepted.
  expect((await app.send(null, 'POST', wallet.path, about, good)).status).toBe(200)
})

test('a signed event whose id or type can’t be stored: 400 with what is wrong; one that names nothing readable is taken, and does nothing', async () => {
  const session = await paidUnheard()
  const { path } = await findEndpoint('stripe')
  const secret = await readWebhookSecret()
  const about = JSON.parse(buildEvent({ id: session, object: 'checkout.session' }))
  const send = (over: object) => post(path, JSON.stringify({ ...about, ...over }), secret)
  const badId = 'The id of this event must be 1 to 255 printable characters.'
  for (const [over, message] of [
    [{ id: 'evt_\u0000' }, badId],
    [{ id: 'e'.repeat(200_000) }, badId],
    [{ type: 't'.repeat(200_000) }, 'The type of this event must be 1 to 100 letters, digits, dots, dashes or underscores.'],
  ] as const) {
    const { status, body } = await send(over)
    expect([status, body.message]).toEqual([400, message])
  }
  expect(await countRecordedEvents()).toBe(0)
  expect((await send({ data: { object: { id: 'cs_\u0000', object: 'checkout.session' } } })).status).toBe(200)
  expect([await countRecordedEvents(), await readInvoiceSnapshot()]).toEqual([1, unheard])
})

test('row 30: an old event is replayed: refused, although its signature is valid', async () => {
  const session = await paidUnheard()
  const { path } = await findEndpoint('stripe')
  const body = buildEvent({ id: session, object: 'checkout.session' })
  const old = await post(path, body, await readWebhookSecret(), nowSeconds() - 310)
  expect([old.status, old.body.message]).toEqual([400, notSigned('Stripe')])
  expect([await countRecordedEvents(), await readInvoiceSnapshot()]).toEqual([0, unheard])
})

test('row 30: PayPal’s events have no age limit: a repeated one does nothing', async () => {
  const { id } = (await order()).body
  await findEndpoint('paypal')
  await approve(id)
  await capture(id)
  const [before, event] = [await readInvoiceSnapshot(), await findEvents('paypal', 'PAYMENT.CAPTURE.COMPLETED')]
  expect(await deliver('paypal', event)).toEqual(['200'])
  await waitForJobs()
  const readAskedAt = () => app.sql('select asked_at from payment_attempts where user_id = $1', [ada.userId])
  const askedBefore = await readAskedAt()
  expect(await deliver('paypal', event, event)).toEqual(['200', '200'])
  await waitForJobs()
  expect([await countRecordedEvents(), await readAskedAt(), await readInvoiceSnapshot()]).toEqual([1, askedBefore, before])
})

test('row 31: an event from the future: refused, although its signature is valid', async () => {
  const session = await paidUnheard()
  const { path } = await findEndpoint('stripe')
  const secret = await readWebhookSecret()
  const body = buildEvent({ id: session, object: 'checkout.session' })
  for (const ahead of [330, 86_400]) {
    const reply = await post(path, body, secret, nowSeconds() + ahead)
    expect([reply.status, reply.body.message]).toEqual([400, notSigned('Stripe')])
  }
  expect([await countRecordedEvents(), await readInvoiceSnapshot()]).toEqual([0, unheard])
  // A small difference of clocks is tolerated.
  expect((await post(path, body, secret, nowSeconds() + 200)).status).toBe(200)
  await waitForJobs()
  expect(await readInvoiceSnapshot()).toEqual(paidOnce('stripe'))
})

test('row 32: the signature of another business is invalid here, and an event that names another business’s payment changes nothing', async () => {
  const session = await paidUnheard()
  const [{ id: attempt } = { id: '' }] = await attempts()
  const { path } = await findEndpoint('stripe')
  const eve = await app.person(`eve-of-${ada.userId}`)
  const ofEve = await makeInvoiceOf(eve)
  await app.send(null, 'GET', `/pay/${ofEve.publicId}/checkout`)
  const evesSecret = await readWebhookSecret(eve.userId)
  const named = { id: session, object: 'checkout.session', client_reference_id: attempt, metadata: { attempt, user: String(ada.userId) } }
  const atAda = await post(path, buildEvent(named), evesSecret)
  expect([atAda.status, atAda.body.message]).toEqual([400, notSigned('Stripe')])
  const atEve = await post((await findEndpoint('stripe', eve.userId)).path, buildEvent(named), evesSecret)
  expect(atEve.status).toBe(200)
  await waitForJobs()
  expect(await app.sql('select asked_at from payment_attempts where id = $1', [attempt])).toEqual([{ asked_at: null }])
  expect([await readInvoiceSnapshot(), await countRecordedEvents()]).toEqual([unheard, 0])
  expect(await deliver('stripe', await findEvents('stripe', 'checkout.session.completed'))).toEqual(['200'])
  expect([await readSentEmails(), await readInvoiceSnapshot()]).toEqual([receiptAndNotification, paidOnce('stripe')])
})

test('an event that is too large, or at an unknown URL, is refused with a message', async () => {
  const session = await paidUnheard()
  const { path } = await findEndpoint('stripe')
  const large = await post(path, buildEvent({ id: session, padding: 'x'.repeat(10_000_000) }), await readWebhookSecret())
  expect([large.status, large.body.message]).toEqual([
    413,
    expect.stringMatching(/^The request is too large: this call takes at most \d+ [kM]B$/),
  ])
  const body = buildEvent({ id: session })
  for (const nobodys of [path.replace(/.$/, path.endsWith('A') ? 'B' : 'A'), '/api/webhooks/stripe/1', `${path}x`]) {
    const reply = await post(nobodys, body, await readWebhookSecret())
    expect([reply.status, reply.body.message]).toEqual([404, 'Webhook not found'])
  }
  expect((await post(path.replace('stripe', 'paypal'), body, await readWebhookSecret())).status).toBe(404)
  expect((await app.send(null, 'GET', path)).status).toBe(404)
  expect([await countRecordedEvents(), await readInvoiceSnapshot()]).toEqual([0, unheard])
})
