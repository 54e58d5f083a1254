import { expect, test } from 'vitest'
import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'
import {
  ada,
  app,
  approve,
  capture,
  checkout,
  customerId,
  history,
  order,
  pay,
  refund,
  returnFromCheckout,
  setInvoice,
  setUpPayments,
} from './testing/payment-fixture.ts'

// Payments in currencies with another number of decimals than two, by the providers' own rules for their amounts.

setUpPayments()

let count = 0
/** Makes the test's invoice one in another currency than the dollar of the business. */
const makeInvoiceIn = async (currency: string, unitPrice: string, exchangeRate: string) => {
  const number = `D-${++count}`
  const made = await app.send(ada, 'POST', '/api/invoices', {
    ...{ customerId, invoiceNumber: number, status: 'sent', issueDate: '2026-01-05', dueDate: '2030-02-04', currency, exchangeRate },
    lineItems: [{ description: 'Design', quantity: 1, unitPrice }],
  })
  expect([made.status, made.body.issues]).toEqual([201, undefined])
  const [row] = await app.sql<{ public_id: string }>('select public_id from public_links where document_id = $1', [made.body.id])
  setInvoice({ id: made.body.id, publicId: row!.public_id, number })
  return made.body
}
const readPayments = async () =>
  ((await history()).payments as Record<string, unknown>[]).map(({ amount, currency, refunded, homeAmount }) => ({
    ...{ amount, currency, refunded, homeAmount },
  }))

test.each([
  ['JPY', '15000', '0.0067', '15000.00', '5000', '5000.00', '100.50'],
  ['KWD', '12.340', '3.25', '12.34', '2.340', '2.34', '40.11'],
  ['EUR', '150.25', '1.0842', '150.25', '50.25', '50.25', '162.90'],
  ['ISK', '20000', '0.0072', '20000.00', '500', '500.00', '144.00'],
])('a card is charged and refunded exactly in %s', async (currency, price, rate, total, part, refunded, homeAmount) => {
  expect(await makeInvoiceIn(currency, price, rate)).toMatchObject({ currency, total, homeTotal: homeAmount })
  await payAtCheckout(await checkout(), '4242424242424242')
  expect((await returnFromCheckout()).status).toBe(200)
  const [payment] = (await history()).payments
  expect((await refund(payment.id, part)).status).toBe(201)
  expect(await readPayments()).toEqual([{ amount: total, currency, refunded, homeAmount }])
})

test.each([
  ['JPY', '15000', '0.0067', '15000.00', '5000', '5000.00', '100.50'],
  ['HUF', '25000', '0.0028', '25000.00', '1000', '1000.00', '70.00'],
  ['EUR', '150.25', '1.0842', '150.25', '50.25', '50.25', '162.90'],
])('PayPal takes and returns exactly in %s', async (currency, price, rate, total, part, refunded, homeAmount) => {
  await makeInvoiceIn(currency, price, rate)
  const { id } = (await order(total, { currency })).body
  await approve(id)
  expect((await capture(id)).body).toMatchObject({ status: 'paid', amountPaid: total })
  const [payment] = (await history()).payments
  expect((await refund(payment.id, part)).status).toBe(201)
  expect(await readPayments()).toEqual([{ amount: total, currency, refunded, homeAmount }])
})

test.each([
  ['KWD', '12.345', { hasStripe: false, hasPayPal: false }],
  ['KWD', '12.340', { hasStripe: true, hasPayPal: false }],
  ['HUF', '100.50', { hasStripe: true, hasPayPal: false }],
  ['JPY', '500', { hasStripe: true, hasPayPal: true }],
])('%s %s is offered where it can be charged exactly', async (currency, price, offered) => {
  const { id } = await makeInvoiceIn(currency, price, '1.5')
  const [row] = await app.sql<{ public_id: string }>('select public_id from public_links where document_id = $1', [id])
  expect((await app.call(null, 'GET', `/api/public/invoice/${row!.public_id}`)).paymentConfig).toMatchObject(offered)
  expect((await app.send(ada, 'POST', `/api/invoices/${id}/create-payment`)).status).toBe(offered.hasStripe ? 200 : 409)
})

test('a link for an amount that no provider can charge exactly is refused with the sentence that its invoice shows', async () => {
  const { id } = await makeInvoiceIn('KWD', '12.345', '3.25')
  const refused = await app.send(ada, 'POST', `/api/invoices/${id}/create-payment`)
  const message = "It can't be paid online: neither Stripe nor PayPal takes exactly KWD 12.345."
  expect([refused.status, refused.body.message.replace(/\s/g, ' ')]).toEqual([409, message])
})

test.each([
  ['JPY', '500', '100.5', 'Amount must be a whole number: JPY has no decimals'],
  ['EUR', '500', '100.505', 'Amount can have at most 2 decimals'],
  ['KWD', '500', '100.5055', 'Amount can have at most 3 decimals'],
])('in %s a payment of %s is refused with more decimals', async (currency, price, amount, message) => {
  await makeInvoiceIn(currency, price, '1.5')
  const refused = await pay({ amount })
  expect([refused.status, refused.body.issues]).toEqual([400, [{ path: 'amount', message }]])
})

test('dinars are paid in parts of thousandths', async () => {
  const made = await makeInvoiceIn('KWD', '10.005', '3.25')
  expect(made).toMatchObject({ total: '10.005', homeTotal: '32.52' })
  expect((await pay({ amount: '10.004' })).status).toBe(201)
  expect(await app.call(ada, 'GET', `/api/invoices/${made.id}`)).toMatchObject({ status: 'sent', balanceDue: '0.001' })
  expect((await pay({ amount: '0.001' })).status).toBe(201)
  expect(await app.call(ada, 'GET', `/api/invoices/${made.id}`)).toMatchObject({ status: 'paid', amountPaid: '10.005', balanceDue: '0.00' })
})
