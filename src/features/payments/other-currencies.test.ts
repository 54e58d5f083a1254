import { beforeEach, expect, test } from 'vitest'
import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'
import {
  ada,
  alterOrder,
  app,
  approve,
  attempts,
  capture,
  checkout,
  events,
  history,
  invoice,
  mailsAbout,
  order,
  refund,
  returnFromCheckout,
  setUpPayments,
} from './testing/payment-fixture.ts'

// Online payments of a business with euros: the providers charge, report and refund euros.

setUpPayments()
beforeEach(async () => {
  await app.send(ada, 'POST', '/api/business-profile', { businessName: 'Atelier' })
  await app.sql("update business_profiles set currency = 'EUR' where user_id = $1", [ada.userId])
  await app.sql("update documents set currency = 'EUR' where id = $1", [invoice.id])
})

const readStored = () =>
  app.sql('select provider, amount, currency, refunded from payments where user_id = $1 and document_id = $2', [ada.userId, invoice.id])

test('by card', async () => {
  await payAtCheckout(await checkout(), '4242424242424242')
  await returnFromCheckout()
  expect(await readStored()).toMatchObject([{ provider: 'stripe', amount: '150.25', currency: 'eur' }])
  const [payment] = (await history()).payments
  expect((await refund(payment.id, '20')).status).toBe(201)
  expect(await readStored()).toMatchObject([{ refunded: '20.00' }])
  expect((await events()).map(([kind, , change]) => `${kind} ${change ?? ''}`)).toEqual(
    expect.arrayContaining(['refunded null > €20.00 of €150.25, Card']),
  )
  expect((await refund(payment.id, '200')).body.message).toBe('Amount must be at most €130.25, which is what is left of this payment')
})

test('by PayPal', async () => {
  expect((await order('150.25')).body).toMatchObject({ message: 'Currency must be EUR' })
  const { id } = (await order('150.25', { currency: 'EUR' })).body
  await approve(id)
  expect((await capture(id)).body).toMatchObject({ status: 'paid', amountPaid: '150.25' })
  expect(await readStored()).toMatchObject([{ provider: 'paypal', amount: '150.25', currency: 'eur' }])
  await expect
    .poll(async () => (await mailsAbout()).map(({ subject }) => subject), { timeout: 60_000 })
    .toContain(`Payment received: €150.25 for invoice ${invoice.number}`)
})

test('money in another currency is not recorded, and the owner decides', async () => {
  const { id } = (await order('150.25', { currency: 'EUR' })).body
  await approve(id)
  await alterOrder(id, { currency: 'USD' })
  await capture(id)
  expect(await readStored()).toEqual([])
  expect(await attempts()).toMatchObject([{ status: 'review', problem: 'PayPal took $150.25 where €150.25 was asked for.' }])
})
