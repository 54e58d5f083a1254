import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  paidOnce,
  readHistoryKinds,
  readInvoiceSnapshot,
  readPublicInvoice,
  readSentEmails,
  receiptAndNotification,
  untouched,
} from '#features/payments/testing/invoice-snapshot.ts'
import {
  ada,
  alterOrder,
  app,
  approve,
  attempts,
  capture,
  checkout,
  history,
  invoice,
  makeInvoice,
  order,
  pay,
  payByWallet,
  refund,
  returnFromCheckout,
  setUpPayments,
} from '#features/payments/testing/payment-fixture.ts'
import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'
import { toMinor } from '#shared/minor-units.ts'
import { cents, parseAmount, toAmount, toDecimal } from '#shared/money.ts'

// The requested and the received amounts. Numbers are rows of the failure catalogue.

setUpPayments()
const card = '4242424242424242'
const paid = { status: 'paid', amountPaid: '150.25', balanceDue: '0.00' }
const stale = 'This invoice now asks for $150.25.'

test('row 7: the browser requests an order of another amount or currency: refused with a message; the order has the invoice’s amount', async () => {
  for (const amount of ['1.00', '150.24', '150.26', '15025', '999999.99']) {
    const wrong = await order(amount)
    expect([amount, wrong.status, wrong.body.message]).toEqual([amount, 409, stale])
  }
  for (const [over, message] of [
    [{ currency: 'EUR' }, 'Currency must be USD'],
    [{ intent: 'AUTHORIZE' }, 'Intent must be CAPTURE'],
    [{ amount: '-150.25' }, expect.any(String)],
    [{ amount: '150.251' }, expect.any(String)],
    [{ amount: 'all of it' }, expect.any(String)],
    [{ payee: 'ME' }, expect.any(String)],
  ] as const) {
    const wrong = await order('150.25', over)
    expect([over, wrong.status, wrong.body.issues?.length > 0, wrong.body.issues?.[0]?.message]).toEqual([over, 400, true, message])
  }
  expect([await readInvoiceSnapshot(), await readHistoryKinds()]).toEqual([untouched, []])
  const { id } = (await order()).body
  expect((await orderAtPayPal(id)).unit).toMatchObject({
    amount: { currency_code: 'USD', value: '150.25' },
    custom_id: (await attempts())[0]!.id,
  })
  await approve(id)
  expect((await capture(id)).body).toEqual(paid)
  expect([await readInvoiceSnapshot(), await readSentEmails()]).toEqual([paidOnce('paypal'), receiptAndNotification])
})

test.each([
  ['amount', { amount: '12.00' }, 'PayPal took $12.00 where $150.25 was asked for.', '$12.00'],
  ['larger amount', { amount: '1502.50' }, 'PayPal took $1,502.50 where $150.25 was asked for.', '$1,502.50'],
  ['currency', { currency: 'EUR' }, 'PayPal took €150.25 where $150.25 was asked for.', '€150.25'],
  ['payee', { merchantId: 'AN2THERMERCHT' }, /^PayPal gave the money to another account \(AN2THERMERCHT\) than/, '$150.25'],
  ['reference', { customId: 'att_of_another' }, /is about another payment than the one that was begun here\.$/, '$150.25'],
])(
  'row 8: another %s was received than requested: nothing is recorded, and the owner decides and can refund it',
  async (_what, to, why, received) => {
    const { id } = (await order()).body
    await approve(id)
    await alterOrder(id, to)
    expect((await capture(id)).body).toEqual({ status: 'open', amountPaid: '0.00', balanceDue: '150.25' })
    const inReview = { ...untouched, attempts: ['paypal review'], attention: 'review' }
    expect([await readInvoiceSnapshot(), await readHistoryKinds(), await readSentEmails()]).toEqual([
      inReview,
      ['payment questioned'],
      ['owner: needs your decision'],
    ])
    const problem = (await history()).attempts[0].problem as string
    expect(problem).toMatch(why)
    const mail = (await app.mails(0)).find(({ subject, text }) => subject.includes('needs your decision') && text.includes(invoice.number))!
    expect(mail.to.address).toBe(ada.email)
    expect(mail.text).toContain(problem)
    expect(mail.text).toContain(`What came: ${received}`)
    // No other checkout can be opened meanwhile.
    expect([(await order()).status, await checkout()]).toEqual([409, `/pay-invoice/${invoice.publicId}?payment=review`])
    expect(await readPublicInvoice()).toMatchObject({ status: 'sent', amountPaid: '0.00', balanceDue: '150.25' })
    const [attempt] = await attempts()
    expect((await app.send(ada, 'POST', `/api/invoices/${invoice.id}/attempts/${attempt!.id}/refund`)).status).toBe(200)
    expect([await readInvoiceSnapshot(), await readHistoryKinds()]).toEqual([
      { ...untouched, attempts: ['paypal failed'] },
      ['payment questioned', 'payment refused'],
    ])
  },
)

test('row 8: the same for a card: another amount than that of the attempt is not recorded', async () => {
  await payAtCheckout(await checkout(), card)
  await app.sql('update payment_attempts set amount = amount - 0.01 where user_id = $1', [ada.userId])
  expect((await returnFromCheckout()).body.status).toBe('open')
  expect([await readInvoiceSnapshot(), await readSentEmails()]).toEqual([
    { ...untouched, attempts: ['stripe review'], attention: 'review' },
    ['owner: needs your decision'],
  ])
  expect((await history()).attempts[0].problem).toBe('Stripe took $150.25 where $150.24 was asked for.')
})

test('row 18: paid in parts: each payment is recorded, the next checkout asks for the balance due, and the last one pays the invoice', async () => {
  expect((await pay({ amount: '50.25' })).status).toBe(201)
  expect((await order()).body.message).toBe('This invoice now asks for $100.00.')
  const { id } = (await order('100.00')).body
  await approve(id)
  await alterOrder(id, { amount: '60.00' })
  await capture(id)
  const [attempt] = await attempts()
  // A partial payment has to be accepted by the owner, and is recorded as it was received.
  await app.send(ada, 'POST', `/api/invoices/${invoice.id}/attempts/${attempt!.id}/accept`)
  const inParts = { invoice: 'sent, 110.25', payments: ['manual 50.25', 'paypal 60.00'], attempts: ['paypal paid'], attention: null }
  expect(await readInvoiceSnapshot()).toEqual(inParts)
  expect(await readPublicInvoice()).toMatchObject({ status: 'sent', amountPaid: '110.25', balanceDue: '40.00' })
  const page = await checkout()
  expect(await (await fetch(page)).text()).toContain('$40.00')
  await payAtCheckout(page, card)
  expect((await returnFromCheckout()).body).toEqual(paid)
  expect(await readInvoiceSnapshot()).toEqual({
    invoice: 'paid, 150.25',
    payments: ['manual 50.25', 'paypal 60.00', 'stripe 40.00'],
    attempts: ['paypal paid', 'stripe paid'],
    attention: null,
  })
  expect((await readHistoryKinds()).filter((kind) => kind === 'paid')).toEqual(['paid'])
})

test('row 40: amounts that floats get wrong: both providers are asked for the exact cents, which are recorded', async () => {
  // 1.15 * 100 is 114.99999999999999, for example.
  for (const amount of ['1.15', '8.20', '19.99', '1001.10', '9999999.07']) {
    Object.assign(invoice, await makeInvoice('sent', amount))
    const ordered = await order(amount)
    expect([amount, ordered.status]).toEqual([amount, 200])
    expect((await orderAtPayPal(ordered.body.id)).unit.amount.value).toBe(amount)
    if (Number(amount) < 999_999) {
      const page = await checkout()
      expect(await readUnitAmount((await attempts())[1]!.ref)).toBe(toMinor(parseAmount(amount), 2))
      await payAtCheckout(page, card)
      await returnFromCheckout()
    } else await payByWallet(amount)
    expect(await readPublicInvoice()).toMatchObject({ status: 'paid', amountPaid: amount, balanceDue: '0.00', credit: '0.00' })
    const part = toDecimal(toAmount(parseAmount(amount) - cents(1)))
    await refund((await history()).payments[0].id, part)
    expect((await readPublicInvoice()).amountRefunded).toBe(part)
  }
})

test.each([
  ['0.49', 'minimum'],
  ['0.50', null],
  ['999999.99', null],
  ['1000000.00', 'maximum'],
])('row 40: an amount below or above the provider’s limits is refused with a message: %s, %s', async (amount, obstacle) => {
  Object.assign(invoice, await makeInvoice('sent', amount))
  const there = await checkout()
  if (obstacle) expect(there).toBe(`/pay-invoice/${invoice.publicId}?payment=${obstacle}`)
  else expect(there).toContain('/sandbox/stripe/')
})

test('row 40: every amount in cents survives the conversion to decimals and back, where floats lose one in eleven', () => {
  const anySum = fc.integer({ min: 1, max: 9_999_999_999 })
  fc.assert(
    fc.property(anySum, (hundredths) => {
      const text = toDecimal(cents(hundredths))
      expect(text).toMatch(/^\d+\.\d{2}$/)
      expect(text.replace('.', '').replace(/^0+/, '')).toBe(String(hundredths))
      expect(parseAmount(text)).toBe(cents(hundredths))
    }),
    { numRuns: 2000 },
  )
  const upToThousand = Array.from({ length: 100_000 }, (_, index) => index + 1)
  expect(upToThousand.filter((hundredths) => Number(toDecimal(cents(hundredths))) * 100 !== hundredths)).toHaveLength(9175)
  expect(upToThousand.every((hundredths) => parseAmount(toDecimal(cents(hundredths))) === cents(hundredths))).toBe(true)
})

type Unit = { amount: { currency_code: string; value: string }; custom_id: string }
/** An order at PayPal. */
const orderAtPayPal = async (id: string): Promise<{ unit: Unit }> => {
  const { accounts } = await app.simulatePayPal<{ accounts: Record<string, { orders: Record<string, { unit: Unit }> }> }>('dump')
  return Object.values(accounts).find(({ orders }) => orders[id])!.orders[id]!
}
/** The amount of a checkout session, in cents. */
const readUnitAmount = async (session: string): Promise<number> => {
  type Checkouts = Record<string, { lines: { unitAmount: number }[] }>
  const { accounts } = await app.simulate<{ accounts: Record<string, { checkouts: Checkouts }> }>('dump')
  return Object.values(accounts).find(({ checkouts }) => checkouts[session])!.checkouts[session]!.lines[0]!.unitAmount
}
