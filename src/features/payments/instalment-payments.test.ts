import { expect, onTestFinished, test } from 'vitest'
import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'
import {
  ada,
  app,
  approve,
  attempts,
  capture,
  checkout,
  history,
  invoice,
  order,
  pay,
  payByWallet,
  reconcileAttempt,
  refund,
  returnFromCheckout,
  setUpPayments,
} from './testing/payment-fixture.ts'
import { setEventMode } from './testing/provider-events.ts'

setUpPayments()

/** One is overdue; the others come in a distant future. */
const days = ['2026-01-31', '2030-01-31', '2030-02-28']
const three = days.map((dueDate) => ({ dueDate }))
const path = (id = invoice.id) => `/api/invoices/${id}/instalments`
const save = (instalments: object[] = three, id = invoice.id, headers: Record<string, string> = {}) =>
  app.send(ada, 'PUT', path(id), { instalments }, headers)
const read = async (id = invoice.id) => {
  const { status, dueDate, amountPaid, balanceDue } = (await app.send(ada, 'GET', `/api/invoices/${id}`)).body
  return [status, dueDate, amountPaid, balanceDue]
}
const readOpen = async (id = invoice.id) =>
  ((await app.send(ada, 'GET', path(id))).body.instalments as { balanceDue: string }[]).map(({ balanceDue }) => balanceDue)
const payCard = async (amount?: string) => {
  const link = `/pay/${invoice.publicId}/checkout${amount ? `?amount=${amount}` : ''}`
  return String((await app.send(null, 'GET', link)).headers.location)
}

test('the customer pays what is due by card, then the rest at once by PayPal', async () => {
  await save()
  const page = (await app.send(null, 'GET', `/api/public/invoice/${invoice.publicId}`)).body
  expect([page.dueNow, page.invoice.balanceDue, page.instalments.length]).toEqual(['50.09', '150.25', 3])
  // The link of an email: the customer chooses on the pay page.
  expect(await checkout()).toBe(`/pay-invoice/${invoice.publicId}`)
  expect(await payCard('not-an-amount')).toBe(`/pay-invoice/${invoice.publicId}`)
  const url = await payCard('50.09')
  expect(url).toContain('/sandbox/stripe/')
  expect(await payCard('50.09')).toBe(url)
  // All instead: the checkout of the part is closed.
  expect(await payCard('150.25')).not.toBe(url)
  const part = await payCard('50.09')
  const { location } = await payAtCheckout(part, '4242424242424242')
  const sessionId = new URL(location!).searchParams.get('session_id')
  expect((await returnFromCheckout({ sessionId })).body).toEqual({ status: 'paid', amountPaid: '50.09', balanceDue: '100.16' })
  expect(await read()).toEqual(['sent', '2030-01-31', '50.09', '100.16'])
  // Not the next and a bit.
  const odd = await order('60.00')
  expect([odd.status, odd.body.message]).toEqual([409, 'This invoice now asks for $100.16.'])
  const { reply } = await payByWallet('100.16')
  expect(reply.body).toEqual({ status: 'paid', amountPaid: '150.25', balanceDue: '0.00' })
  expect(await read()).toEqual(['paid', '2030-02-28', '150.25', '0.00'])
  expect((await history()).payments.map(({ amount }: { amount: string }) => amount)).toEqual(['100.16', '50.09'])
})

test('one instalment by PayPal is a payment, and its state is asked for by its order', async () => {
  await save()
  const { id, reply } = await payByWallet('50.09')
  expect(reply.body).toEqual({ status: 'paid', amountPaid: '50.09', balanceDue: '100.16' })
  expect((await returnFromCheckout({ sessionId: id })).body.status).toBe('paid')
  expect((await returnFromCheckout()).body.status).toBe('open')
  const [payment] = (await history()).payments
  await refund(payment.id, '50.09')
  await expect.poll(() => read()).toEqual(['overdue', '2026-01-31', '0.00', '150.25'])
})

test('an order of an amount that is no part any more is not captured', async () => {
  await save()
  const { id } = (await order('50.09')).body
  await approve(id)
  await pay({ amount: '10.00' })
  const reply = await capture(id)
  expect([reply.status, await readOpen()]).toEqual([409, ['40.09', '50.08', '50.08']])
})

test('a schedule is not changed while a payment is being confirmed; an open checkout is closed', async () => {
  await save()
  const url = await payCard('50.09')
  expect((await save([{ dueDate: days[0] }, { dueDate: days[1] }])).status).toBe(200)
  expect((await attempts()).map(({ status }) => status)).toEqual(['expired'])
  expect((await payAtCheckout(url, '4242424242424242')).location).toBeNull()
  const { id } = (await order('75.13')).body
  await approve(id, 'echeck')
  await capture(id)
  const refused = await save()
  expect([refused.status, refused.body.message]).toEqual([409, 'A payment for this invoice is being confirmed. Please wait until it is.'])
})

test('a checkout that is paid just before a change of the schedule is recorded, and the change follows', async () => {
  await setEventMode('drop')
  onTestFinished(() => setEventMode('deliver'))
  await save()
  await payAtCheckout(await payCard('50.09'), '4242424242424242')
  const changed = await save([{ dueDate: days[1] }, { dueDate: days[2] }])
  expect(changed.body).toMatchObject({ instalments: [{ amount: '100.17', balanceDue: '50.08' }, { balanceDue: '50.08' }], dueNow: '50.08' })
})

test('two payments at once fill one after the other, whatever their order', async () => {
  await save()
  await payAtCheckout(await payCard('50.09'), '4242424242424242')
  const [attempt] = await attempts()
  await Promise.all([reconcileAttempt(attempt!.id), reconcileAttempt(attempt!.id), app.send(ada, 'GET', path())])
  const replies = await Promise.all(['30.00', '20.08', '40.00'].map((amount) => pay({ amount })))
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201])
  expect([await read(), await readOpen()]).toEqual([
    ['sent', '2030-02-28', '140.17', '10.08'],
    ['0.00', '0.00', '10.08'],
  ])
})
