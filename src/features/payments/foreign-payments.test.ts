import { beforeEach, expect, test } from 'vitest'
import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'
import {
  ada,
  app,
  approve,
  capture,
  checkout,
  history,
  invoice,
  order,
  pay,
  refund,
  setUpPayments,
  undo,
} from './testing/payment-fixture.ts'

setUpPayments()
beforeEach(async () => {
  await app.simulate('settlement', {})
  await app.simulatePayPal('settlement', {})
})

/** Makes the invoice one in euros at 1.0842: EUR 150.25 = 162.90. */
const makeForeign = () =>
  app.sql(
    `with taxes as (update document_taxes set home_base = round(base * 1.0842, 2), home_amount = round(amount * 1.0842, 2) where document_id = $1)
     update documents set currency = 'EUR', exchange_rate = 1.0842, home_total = 162.90, rate_day = issue_date, rate_source = 'typed' where id = $1`,
    [invoice.id],
  )
const sumAccount = async (account: number) => {
  const [row] = await app.sql<{ home: string; currency: string }>(
    `select sum(case when debit_account = $1 then amount else -amount end)::numeric(14,2)::text as home,
            sum(case when debit_account = $1 then currency_amount else -currency_amount end)::numeric(14,2)::text as currency
     from journal_lines where basis = 'accrual' and $1 in (debit_account, credit_account) and document_id = $2`,
    [account, invoice.id],
  )
  return row!
}

test('a payment in another currency is worth what was entered, else the rate of its day, else that of its invoice', async () => {
  await makeForeign()
  const first = await pay({ amount: '50.00', homeAmount: '55.00' })
  expect(first.body.payment).toMatchObject({ currency: 'EUR', homeAmount: '55.00', exchangeRate: '1.1', rateSource: 'typed' })
  const second = await pay({ amount: '50.00', exchangeRate: '1.05' })
  expect(second.body.payment).toMatchObject({ homeAmount: '52.50', exchangeRate: '1.05', rateSource: 'typed' })
  const [{ user }] = (await app.sql<{ user: number }>('select user_id as user from documents where id = $1', [invoice.id])) as [
    { user: number },
  ]
  const third = await pay({ amount: '25.00' })
  expect(third.body.payment).toMatchObject({ homeAmount: '27.11', exchangeRate: '1.0842', rateSource: 'document' })
  await app.sql("insert into exchange_rates (user_id, currency, day, rate, source) values ($1, 'EUR', '2026-01-18', 1.2, 'file')", [user])
  const last = await pay({ amount: '25.25' })
  expect(last.body.payment).toMatchObject({ homeAmount: '30.30', exchangeRate: '1.2', rateSource: 'file' })
  expect(await sumAccount(1200)).toEqual({ home: '0.00', currency: '0.00' })
  expect((await sumAccount(1000)).home).toBe('164.91')
  expect((await sumAccount(4910)).home).toBe('-2.01')
  await undo(last.body.payment.id)
  expect(await sumAccount(1200)).toEqual({ home: '27.38', currency: '25.25' })
})

test('a value that is entered twice, or for money of the own currency, is refused at its field', async () => {
  expect((await pay({ exchangeRate: '1.1' })).body).toMatchObject({ issues: [{ path: 'exchangeRate' }] })
  await makeForeign()
  const twice = await pay({ exchangeRate: '1.1', homeAmount: '55.00' })
  expect([twice.status, twice.body.issues]).toEqual([
    400,
    [{ path: 'homeAmount', message: 'Enter either the exchange rate or the amount in your currency, not both' }],
  ])
  expect((await pay({ exchangeRate: '0' })).status).toBe(400)
  expect((await pay({ homeAmount: '55.005' })).body.issues).toEqual([
    { path: 'homeAmount', message: 'Amount in your currency can have at most 2 decimals' },
  ])
  const tooLarge = await pay({ amount: '1500.00', exchangeRate: '9999999999' })
  expect([tooLarge.status, tooLarge.body.issues?.[0]?.path]).toEqual([400, 'exchangeRate'])
})

test('a payment of a provider that names no rate has the rate of its day, and its fee is stored in the own currency', async () => {
  await makeForeign()
  await payAtCheckout(await checkout(), '4242424242424242')
  await app.send(null, 'POST', `/api/invoices/${invoice.publicId}/mark-paid`)
  const [paid] = (await app.send(ada, 'GET', `/api/invoices/${invoice.id}/history`)).body.payments
  expect(paid).toMatchObject({ amount: '150.25', currency: 'EUR', homeAmount: '162.90', exchangeRate: '1.0842', rateSource: 'document' })
  expect(await sumAccount(1200)).toEqual({ home: '0.00', currency: '0.00' })
  const [fee] = await app.sql<{ fee: string }>('select fee::text from payments where document_id = $1', [invoice.id])
  // EUR 4.66 at 1.0842.
  expect(fee).toEqual({ fee: '5.05' })
})

// EUR 150.25 is 162.90 at the invoice's 1.0842, and 165.275 at the 1.1 of the provider.
const readPayment = async () => {
  const [paid] = (await history()).payments as Record<string, unknown>[]
  const { amount, homeAmount, exchangeRate, rateSource, refunded } = paid!
  const [row] = await app.sql<{ fee: string }>('select fee::text from payments where document_id = $1', [invoice.id])
  return { amount, homeAmount, exchangeRate, rateSource, refunded, fee: row!.fee }
}
const payByCard = async () => {
  await payAtCheckout(await checkout(), '4242424242424242')
  await app.send(null, 'POST', `/api/invoices/${invoice.publicId}/mark-paid`)
}

test('a card payment that Stripe converts is worth what it credited; a refund takes back what it is at its own rate', async () => {
  await makeForeign()
  await app.simulate('settlement', { currency: 'usd', rate: '1.1' })
  await payByCard()
  // The fee is 2.9% of 165.28 and 0.30.
  expect(await readPayment()).toEqual({
    ...{ amount: '150.25', homeAmount: '165.28', exchangeRate: '1.1', rateSource: 'provider', refunded: '0.00', fee: '5.09' },
  })
  expect(await sumAccount(1200)).toEqual({ home: '0.00', currency: '0.00' })
  expect((await sumAccount(4910)).home).toBe('-2.38')
  expect((await sumAccount(1010)).home).toBe('160.19')

  // EUR 50.25 at 1.3 is 65.33. EUR 100.00 of the invoice is 108.42, and of the money 99.95 is left.
  await app.simulate('settlement', { currency: 'usd', rate: '1.3' })
  const [payment] = (await history()).payments
  expect((await refund(payment.id, '50.25')).status).toBe(201)
  expect((await sumAccount(1010)).home).toBe('94.86')
  expect((await sumAccount(4910)).home).toBe('8.47')
  expect(await sumAccount(1200)).toEqual({ home: '0.00', currency: '0.00' })
})

test('a dispute that is lost takes back what the converted payment was worth', async () => {
  await makeForeign()
  await app.simulate('settlement', { currency: 'usd', rate: '1.1' })
  await payByCard()
  const [row] = await app.sql<{ charge_ref: string }>('select charge_ref from payments where document_id = $1', [invoice.id])
  await app.simulate('disputes/open', { charge: row!.charge_ref })
  await app.simulate('disputes/lose', { charge: row!.charge_ref })
  await expect.poll(async () => (await readPayment()).refunded, { timeout: 60_000 }).toBe('150.25')
  // What is left of the money is the fee, and the difference is no longer realized.
  expect((await sumAccount(1010)).home).toBe('-5.09')
  expect((await sumAccount(4910)).home).toBe('0.00')
})

test('a capture that PayPal converts is worth what it credited and its fee', async () => {
  await makeForeign()
  await app.simulatePayPal('settlement', { currency: 'USD', rate: '1.1' })
  const { id } = (await order('150.25', { currency: 'EUR' })).body
  await approve(id)
  expect((await capture(id)).body).toMatchObject({ status: 'paid', amountPaid: '150.25' })
  // A fee of EUR 5.73 is 6.30, and the other EUR 144.52 are 158.97.
  expect(await readPayment()).toEqual({
    ...{ amount: '150.25', homeAmount: '165.27', exchangeRate: '1.1', rateSource: 'provider', refunded: '0.00', fee: '6.30' },
  })
  expect((await sumAccount(4910)).home).toBe('-2.37')
})

test('money that is converted to a third currency is worth the rate of its day', async () => {
  await makeForeign()
  await app.simulate('settlement', { currency: 'gbp', rate: '0.85' })
  await payByCard()
  expect(await readPayment()).toMatchObject({ homeAmount: '162.90', exchangeRate: '1.0842', rateSource: 'document' })
})
