import { expect, test } from 'vitest'
import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'
import { ada, app, checkout, invoice, pay, setUpPayments, undo } from './testing/payment-fixture.ts'

setUpPayments()

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
  const tooLarge = await pay({ amount: '150.00', exchangeRate: '9999999999' })
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
