import { beforeEach, expect, test } from 'vitest'
import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'
import { accountNumbers } from '#shared/accounts.ts'
import {
  ada,
  app,
  approve,
  attempts,
  capture,
  checkout,
  customerId,
  history,
  invoice,
  order,
  readCaptureId,
  reconcileAttempt,
  refund,
  returnFromCheckout,
  setInvoice,
  setUpPayments,
} from './testing/payment-fixture.ts'

// Refunds and disputes of payments that the provider converts: each at the rate of its own moment. The books must say what is on the provider's statement.

setUpPayments()
beforeEach(async () => {
  await app.simulate('settlement', {})
  await app.simulatePayPal('settlement', {})
})

let count = 0
const makeInvoiceIn = async (currency: string, unitPrice: string, exchangeRate: string) => {
  const number = `R-${++count}`
  const made = await app.send(ada, 'POST', '/api/invoices', {
    ...{ customerId, invoiceNumber: number, status: 'sent', issueDate: '2026-01-05', dueDate: '2030-02-04', currency, exchangeRate },
    lineItems: [{ description: 'Design', quantity: 1, unitPrice }],
  })
  expect([made.status, made.body.issues]).toEqual([201, undefined])
  const [row] = await app.sql<{ public_id: string }>('select public_id from public_links where document_id = $1', [made.body.id])
  setInvoice({ id: made.body.id, publicId: row!.public_id, number })
  return made.body.id as number
}

const settleAt = (rate: string) => app.simulate('settlement', { currency: 'usd', rate })
const payByCard = async (rate: string) => {
  await settleAt(rate)
  await payAtCheckout(await checkout(), '4242424242424242')
  expect((await returnFromCheckout()).status).toBe(200)
}
const readCharge = async () => {
  const [row] = await app.sql<{ id: number; ref: string; fee: string }>(
    'select id, charge_ref as ref, fee::text from payments where user_id = $1',
    [ada.userId],
  )
  return row!
}
const reconcile = async () => reconcileAttempt((await attempts())[0]!.id)
const refundPart = async (amount: string) => expect((await refund((await readCharge()).id, amount)).status).toBe(201)
const readReturns = () =>
  app.sql<{ amount: string; home: string | null }>(
    'select amount::text, home_amount::text as home from movements where user_id = $1 order by id',
    [ada.userId],
  )
/** What the invoice moved on an account at home, in cents. */
const readBalance = async (account: keyof typeof accountNumbers) => {
  const [row] = await app.sql<{ balance: number }>(
    `select coalesce(sum(case when debit_account = $1 then amount else -amount end) * 100, 0)::int as balance
     from journal_lines where basis = 'accrual' and $1 in (debit_account, credit_account) and document_id = $2`,
    [accountNumbers[account], invoice.id],
  )
  return row!.balance
}

type Transaction = { source: string; net: number }
type Dump = {
  accounts: Record<
    string,
    {
      objects: {
        balance_transaction: Record<string, Transaction>
        refund: Record<string, { id: string; charge: string }>
        dispute: Record<string, { id: string; charge: string }>
      }
    }
  >
}
/** What the charge, its refunds and its disputes moved on Stripe's balance, in cents. */
const readStripeBalance = async () => {
  const { ref } = await readCharge()
  const { accounts } = await app.simulate<Dump>('dump')
  return Object.values(accounts).reduce((sum, { objects: { balance_transaction, refund: refunds, dispute } }) => {
    const others = [...Object.values(refunds), ...Object.values(dispute)].filter(({ charge }) => charge === ref)
    const sources = [ref, ...others.map(({ id }) => id)]
    return Object.values(balance_transaction).reduce((all, { source, net }) => (sources.includes(source) ? all + net : all), sum)
  }, 0)
}
const expectSameAsStripe = async () => {
  expect(await readBalance('stripeClearing')).toBe(await readStripeBalance())
  expect((await app.call(ada, 'GET', '/api/books/health')).findings).toEqual([])
}
const readRefundRef = async () =>
  (await app.sql<{ ref: string }>('select ref from payment_refunds where user_id = $1', [ada.userId]))[0]!.ref

test('EUR 400 by card at 1.10 gain 6.32; EUR 100 back at 1.05 and the rest at 1.20 take what Stripe took, and lose 25.00 in all', async () => {
  await makeInvoiceIn('EUR', '400', '1.0842')
  await payByCard('1.1')
  expect(await readBalance('exchangeDifference')).toBe(-632)
  await settleAt('1.05')
  await refundPart('100.00')
  expect(await readReturns()).toEqual([{ amount: '100.00', home: '105.00' }])
  // The invoice stays paid, so the sale is reduced by 108.42.
  expect(await readBalance('exchangeDifference')).toBe(-632 - 342)
  await expectSameAsStripe()
  await settleAt('1.2')
  await refundPart('300.00')
  expect(await readReturns()).toEqual([
    { amount: '100.00', home: '105.00' },
    { amount: '300.00', home: '360.00' },
  ])
  expect([await readBalance('exchangeDifference'), await readBalance('receivable')]).toEqual([2500, 0])
  await expectSameAsStripe()
  await reconcile()
  expect(await readReturns()).toHaveLength(2)
})

test('a dispute that is lost takes what the bank withdrew, at the rate of that moment', async () => {
  await makeInvoiceIn('EUR', '400', '1.0842')
  await payByCard('1.1')
  const { ref } = await readCharge()
  await settleAt('1.2')
  await app.simulate('disputes/open', { charge: ref })
  await settleAt('1.3')
  await app.simulate('disputes/lose', { charge: ref })
  await reconcile()
  expect(await readReturns()).toEqual([{ amount: '400.00', home: '480.00' }])
  await expectSameAsStripe()
})

test('a dispute that is won at a third rate leaves its difference on the account, and nothing is receivable', async () => {
  await makeInvoiceIn('EUR', '400', '1.0842')
  await payByCard('1.1')
  const { ref } = await readCharge()
  await settleAt('1.05')
  await app.simulate('disputes/open', { charge: ref })
  await settleAt('1.2')
  await app.simulate('disputes/win', { charge: ref })
  await reconcile()
  expect(await readReturns()).toEqual([{ amount: '0.00', home: '-60.00' }])
  expect([await readBalance('exchangeDifference'), await readBalance('receivable')]).toEqual([-632 - 6000, 0])
  await expectSameAsStripe()
})

test('a pending refund counts at the rate of its payment until Stripe has converted it', async () => {
  await makeInvoiceIn('EUR', '400', '1.0842')
  await payByCard('1.1')
  await app.simulate('refunds/pend', { count: 1 })
  await refundPart('100.00')
  expect(await readReturns()).toEqual([{ amount: '100.00', home: null }])
  const before = await readBalance('stripeClearing')
  await settleAt('1.05')
  await app.simulate('refunds/settle', { refund: await readRefundRef(), status: 'succeeded' })
  await reconcile()
  expect(await readReturns()).toEqual([{ amount: '100.00', home: '105.00' }])
  expect((await readBalance('stripeClearing')) - before).toBe(500)
  await expectSameAsStripe()
})

test('a refund that fails comes back at its own rate', async () => {
  await makeInvoiceIn('EUR', '400', '1.0842')
  await payByCard('1.1')
  await settleAt('1.05')
  await refundPart('100.00')
  await settleAt('0.98')
  await app.simulate('refunds/settle', { refund: await readRefundRef(), status: 'failed' })
  await reconcile()
  expect(await readReturns()).toEqual([
    { amount: '100.00', home: '105.00' },
    { amount: '-100.00', home: '-98.00' },
  ])
  await expectSameAsStripe()
})

test('returns that were recorded without a value get what Stripe took for all of them, by their amounts', async () => {
  await makeInvoiceIn('EUR', '400', '1.0842')
  await payByCard('1.1')
  await settleAt('1.05')
  await refundPart('100.00')
  await settleAt('1.2')
  await refundPart('50.00')
  await app.sql('update movements set home_amount = null where user_id = $1', [ada.userId])
  await reconcile()
  expect(await readReturns()).toEqual([
    { amount: '100.00', home: '110.00' },
    { amount: '50.00', home: '55.00' },
  ])
  await expectSameAsStripe()
})

test('a refund that is converted to a third currency takes its part of what the payment was worth', async () => {
  await makeInvoiceIn('EUR', '400', '1.0842')
  await app.simulate('settlement', { currency: 'gbp', rate: '0.85' })
  await payAtCheckout(await checkout(), '4242424242424242')
  await returnFromCheckout()
  await refundPart('100.00')
  expect(await readReturns()).toEqual([{ amount: '100.00', home: null }])
  expect((await app.call(ada, 'GET', '/api/books/health')).findings).toEqual([])
})

test.each([
  ['JPY', '15000', '0.0067', '0.0068', '5000', '0.0061', '5000.00', '30.50'],
  ['KWD', '12.340', '3.25', '3.27', '2.340', '3.19', '2.34', '7.46'],
])('in %s a refund takes what Stripe took', async (currency, price, rate, paidRate, part, refundRate, amount, home) => {
  await makeInvoiceIn(currency, price, rate)
  await payByCard(paidRate)
  await settleAt(refundRate)
  await refundPart(part)
  expect((await readReturns()).map((row) => ({ ...row, amount: Number(row.amount) }))).toEqual([{ amount: Number(amount), home }])
  await expectSameAsStripe()
})

const payByPayPal = async (total: string, currency: string, rate: string) => {
  await app.simulatePayPal('settlement', { currency: 'USD', rate })
  const { id } = (await order(total, { currency })).body
  await approve(id)
  expect((await capture(id)).body).toMatchObject({ status: 'paid', amountPaid: total })
  return readCaptureId(id)
}

test('a refund and a lost dispute take what PayPal took, each at its own rate', async () => {
  await makeInvoiceIn('EUR', '400', '1.0842')
  const captured = await payByPayPal('400.00', 'EUR', '1.1')
  const [paid] = (await history()).payments
  await app.simulatePayPal('settlement', { currency: 'USD', rate: '1.05' })
  await refundPart('100.00')
  await app.simulatePayPal('settlement', { currency: 'USD', rate: '1.2' })
  await app.simulatePayPal('disputes', { action: 'open', capture: captured })
  await app.simulatePayPal('disputes', { action: 'lose', capture: captured })
  await reconcile()
  const returned = [
    { amount: '100.00', home: '105.00' },
    { amount: '300.00', home: '360.00' },
  ]
  expect(await readReturns()).toEqual(returned)
  const fee = Number((await readCharge()).fee)
  expect(await readBalance('paypalClearing')).toBe(Math.round((Number(paid.homeAmount) - fee - 105 - 360) * 100))
  expect((await app.call(ada, 'GET', '/api/books/health')).findings).toEqual([])
})

test('in JPY a refund takes what PayPal took', async () => {
  await makeInvoiceIn('JPY', '15000', '0.0067')
  await payByPayPal('15000.00', 'JPY', '0.0068')
  await app.simulatePayPal('settlement', { currency: 'USD', rate: '0.0061' })
  await refundPart('5000')
  expect((await readReturns()).map(({ home }) => home)).toEqual(['30.50'])
  expect((await app.call(ada, 'GET', '/api/books/health')).findings).toEqual([])
})
