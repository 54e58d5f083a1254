import { expect, onTestFinished, test } from 'vitest'
import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'
import {
  ada,
  app,
  approve,
  attempts,
  attention,
  capture,
  checkout,
  history,
  invoice,
  markByHand,
  order,
  pay,
  payByWallet,
  returnFromCheckout,
  setUpPayments,
  stored,
} from './testing/payment-fixture.ts'
import { setEventMode } from './testing/provider-events.ts'

// A Stripe checkout and a PayPal order may be open at the same time: the invoice is paid by one of them.

setUpPayments()
const card = '4242424242424242'
const statuses = async () => (await attempts()).map(({ provider, status }) => [provider, status])

test('both can be open at the same time; paying one closes the other', async () => {
  const page = await checkout()
  expect((await payByWallet()).reply.body.status).toBe('paid')
  expect(await statuses()).toEqual([
    ['stripe', 'expired'],
    ['paypal', 'paid'],
  ])
  expect((await payAtCheckout(page, card)).location).toBeNull()
})

test('an order is not captured once the invoice was paid by card', async () => {
  const { id } = (await order()).body
  await approve(id)
  await payAtCheckout(await checkout(), card)
  expect((await returnFromCheckout()).body.status).toBe('paid')
  expect((await capture(id)).status).toBe(409)
  expect(await statuses()).toEqual([
    ['paypal', 'expired'],
    ['stripe', 'paid'],
  ])
  expect((await stored())!.paid).toBe('150.25')
})

test('a checkout that can’t be closed immediately is closed by a job', async () => {
  const page = await checkout()
  for (const route of ['POST /v1/checkout/sessions/:id/expire', 'GET /v1/checkout/sessions/:id'])
    await app.simulate('faults', { route, kind: 'status', status: 503, count: 3 })
  expect((await payByWallet()).reply.body.status).toBe('paid')
  await expect.poll(async () => (await attempts()).map(({ status }) => status), { timeout: 60_000 }).toEqual(['expired', 'paid'])
  expect((await payAtCheckout(page, card)).location).toBeNull()
})

test('paid by both at the same moment: both payments are recorded, the invoice is overpaid, and the rest can be refunded', async () => {
  // An event in between would close the other one, and nothing would be paid twice.
  await setEventMode('drop')
  onTestFinished(() => setEventMode('deliver'))
  const page = await checkout()
  const { id } = (await order()).body
  await approve(id)
  await payAtCheckout(page, card)
  expect((await capture(id)).body).toEqual({ status: 'paid', amountPaid: '300.50', balanceDue: '0.00' })
  await returnFromCheckout()
  expect(await attention()).toBe('overpaid')
  const { payments } = await history()
  expect(payments.map(({ provider, refundable }: { provider: string; refundable: string }) => [provider, refundable]).sort()).toEqual([
    ['paypal', '150.25'],
    ['stripe', '150.25'],
  ])
  const back = await app.send(ada, 'POST', `/api/invoices/${invoice.id}/payments/${payments[1].id}/refund`, { amount: '150.25' })
  expect([back.status, back.body.amountPaid, await attention()]).toEqual([201, '150.25', null])
})

test.each([
  ['recording money by hand', () => pay({ amount: '10.00' })],
  ['marking it paid', () => markByHand()],
  ['deleting it', () => app.send(ada, 'DELETE', `/api/invoices/${invoice.id}`)],
])('%s closes both', async (_what, act) => {
  const page = await checkout()
  const { id } = (await order()).body
  await approve(id)
  expect((await act()).status).toBeLessThan(300)
  expect((await statuses()).map(([, status]) => status)).toEqual(['expired', 'expired'])
  expect((await payAtCheckout(page, card)).location).toBeNull()
  expect([404, 409]).toContain((await capture(id)).status)
})
