import { expect, test } from 'vitest'
import {
  ada,
  app,
  approve,
  attempts,
  capture,
  events,
  invoice,
  makeInvoice,
  markByHand,
  order,
  pay,
  payByWallet,
  readCaptureId,
  reconcileAttempt,
  returnFromCheckout,
  setUpPayments,
  setup,
  stored,
} from './testing/payment-fixture.ts'

// Payments by PayPal: the order is created and captured by the server, for the balance due, and recorded as PayPal reports it.

setUpPayments()
const paid = { status: 'paid', amountPaid: '150.25', balanceDue: '0.00' }
const listCharges = () => app.sql('select provider, amount, payment_method as method from payments where user_id = $1', [ada.userId])

test('the button gets a client token and the environment, and in the sandbox a script', async () => {
  const reply = await setup()
  expect([reply.status, reply.body]).toEqual([
    200,
    { clientToken: expect.stringMatching(/.{10}/), environment: 'sandbox', script: '/sandbox/paypal/web-sdk/v6/core.js' },
  ])
  expect(JSON.stringify(reply.body)).not.toMatch(/Esim_/)
  await markByHand()
  expect((await setup()).status).toBe(409)
})

test('an approved order is captured, and pays the invoice once, with a receipt', async () => {
  const made = await order()
  expect(made.status).toBe(200)
  // Pressing the button again returns the same order.
  expect((await order()).body).toEqual(made.body)
  await approve(made.body.id)
  const replies = await Promise.all([capture(made.body.id), capture(made.body.id)])
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect((await returnFromCheckout({ sessionId: made.body.id })).body).toEqual(paid)
  expect(await listCharges()).toEqual([{ provider: 'paypal', amount: '150.25', method: 'paypal' }])
  expect((await capture(made.body.id)).body).toEqual(paid)
  expect((await order()).status).toBe(409)
})

test('an order is not captured before it is approved, and can be afterwards', async () => {
  const { id } = (await order()).body
  const refused = await capture(id)
  expect(refused.status).toBe(409)
  expect(await attempts()).toMatchObject([{ status: 'open' }])
  await approve(id)
  expect((await capture(id)).body).toEqual(paid)
})

test('the amount in the request is only compared with the balance due', async () => {
  const wrong = await order('1.00')
  expect([wrong.status, wrong.body.message]).toEqual([409, 'This invoice now asks for $150.25.'])
  expect(await attempts()).toEqual([])
  expect((await order('150.25', { currency: 'EUR' })).status).toBe(400)
  expect((await order('150.25', { intent: 'AUTHORIZE' })).status).toBe(400)
})

test('an order of an old amount is not captured', async () => {
  const { id } = (await order()).body
  await approve(id)
  await app.sql(
    "insert into payments (user_id, document_id, amount, payment_date, payment_method, provider, status) values ($1, $2, 50.25, '2026-01-06', 'manual', 'manual', 'succeeded')",
    [ada.userId, invoice.id],
  )
  const late = await capture(id)
  expect([late.status, late.body.message]).toEqual([409, 'This invoice now asks for $100.00.'])
  expect(await attempts()).toMatchObject([{ status: 'expired' }])
  expect((await payByWallet('100.00')).reply.body).toEqual(paid)
})

test('the order of another invoice, and an unknown one, are not found', async () => {
  const { id } = (await order()).body
  await approve(id)
  const other = await makeInvoice()
  const stolen = await app.send(null, 'POST', `/api/invoices/${other.publicId}/paypal-order/${id}/capture`)
  expect([stolen.status, (await stored(other.id))!.paid]).toEqual([404, '0'])
  for (const sessionId of [id, 'cs_test_of_somebody_else'])
    expect((await app.send(null, 'POST', `/api/invoices/${other.publicId}/mark-paid`, { sessionId })).status).toBe(404)
  expect(await attempts()).toMatchObject([{ status: 'open' }])
  expect((await capture(id)).body).toEqual(paid)
})

test('a decline: the customer is told so, approves another payment method, and the same order is captured', async () => {
  const { id } = (await order()).body
  await approve(id, 'declined-card')
  const declined = await capture(id)
  expect([declined.status, declined.body.code]).toEqual([422, 'declined'])
  expect(await app.sql('select status, capture_try from payment_attempts where user_id = $1', [ada.userId])).toEqual([
    { status: 'open', capture_try: 1 },
  ])
  await approve(id)
  expect((await capture(id)).body).toEqual(paid)
  expect(await listCharges()).toHaveLength(1)
})

test('an eCheck is pending until the bank confirms it, and the invoice doesn’t change until then', async () => {
  const { id } = (await order()).body
  await approve(id, 'echeck')
  expect((await capture(id)).body).toEqual({ status: 'pending', amountPaid: '0.00', balanceDue: '150.25' })
  for (const refused of [await markByHand(), await pay(), await order(), await app.send(ada, 'DELETE', `/api/invoices/${invoice.id}`)])
    expect(refused.status).toBe(409)
  const [attempt] = await attempts()
  await app.simulatePayPal('captures/settle', { capture: await readCaptureId(id), outcome: 'complete' })
  await reconcileAttempt(attempt!.id)
  expect((await returnFromCheckout()).body).toEqual(paid)
  expect((await events()).map(([kind]) => kind)).toEqual(['created', 'sent', 'payment pending', 'payment', 'paid'])
})

test('an eCheck that bounces leaves the invoice as it was, and is recorded in the history', async () => {
  const { id } = (await order()).body
  await approve(id, 'echeck')
  await capture(id)
  await app.simulatePayPal('captures/settle', { capture: await readCaptureId(id), outcome: 'deny' })
  expect((await returnFromCheckout()).body).toEqual({ status: 'open', amountPaid: '0.00', balanceDue: '150.25' })
  expect((await events()).map(([kind]) => kind)).toEqual(['created', 'sent', 'payment pending', 'payment failed'])
  expect((await payByWallet()).reply.body).toEqual(paid)
})

test('a capture whose answer is lost is found, not repeated', async () => {
  const { id } = (await order()).body
  await approve(id)
  await app.simulatePayPal('faults', { route: 'POST /v2/checkout/orders/:id/capture', kind: 'drop-after', count: 1 })
  await capture(id)
  expect((await returnFromCheckout()).body).toEqual(paid)
  expect(await listCharges()).toHaveLength(1)
})

test('an interrupted capture can be repeated later, not immediately', async () => {
  const { id } = (await order()).body
  await approve(id)
  const begun = (at: string) =>
    app.sql(`update payment_attempts set status = 'pending', updated_at = ${at} where user_id = $1`, [ada.userId])
  await begun('now()')
  expect((await capture(id)).body.status).toBe('pending')
  await begun("now() - interval '3 minutes'")
  expect((await returnFromCheckout()).body.status).toBe('open')
  expect((await capture(id)).body).toEqual(paid)
})
