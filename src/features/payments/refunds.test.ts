import { expect, test } from 'vitest'
import { readPageTexts } from '#server/platform/pdf/testing/pdf-text.fixture.ts'
import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'
import { waitForJobs } from './testing/invoice-snapshot.ts'
import {
  ada,
  app,
  attempts,
  attention,
  checkout,
  customerId,
  events,
  history,
  invoice,
  mailsAbout,
  order,
  pay,
  payByWallet,
  reconcileAttempt,
  refund,
  returnFromCheckout,
  saveStatus,
  setUpPayments,
  stored,
  undo,
} from './testing/payment-fixture.ts'
import { setEventMode } from './testing/provider-events.ts'

// Refunds through the provider, and refunds and disputes that providers and banks make.

setUpPayments()
const payByCard = async (card = '4242424242424242') => {
  await payAtCheckout(await checkout(), card)
  await returnFromCheckout()
  return (await history()).payments[0].id as number
}
const payByPayPal = async () => {
  await payByWallet()
  return (await history()).payments[0].id as number
}
const onlyPayment = async () => (await history()).payments[0]
/** The history's events about money, without those about emails, which are sent later. */
const kinds = async () =>
  (await events())
    .map(([kind]) => kind)
    .filter((kind) => kind !== 'refund email')
    .slice(2)
/** The notifications about disputes and refunds, once all jobs are done. */
const readNotifications = async () => {
  await waitForJobs()
  return (await mailsAbout()).filter(({ to, subject }) => to.address === ada.email && /^(Payment disputed|Dispute|Refund)/.test(subject))
}
const reconcile = async () => reconcileAttempt((await attempts())[0]!.id)

test.each([
  ['card', payByCard, 'Card'],
  ['wallet', payByPayPal, 'PayPal'],
])('%s: a part is refunded, then the rest, and a paid invoice stays paid', async (_way, begin, method) => {
  const id = await begin()
  const part = await refund(id, '50.25', { reason: 'One page less' })
  expect([part.status, part.body]).toMatchObject([
    201,
    { payment: { refunded: '50.25', refundable: '100.00', refunds: [{ amount: '50.25', status: 'succeeded', reason: 'One page less' }] } },
  ])
  expect(part.body).toMatchObject({ amountPaid: '100.00', balanceDue: '50.25' })
  const most = await refund(id, '100.01')
  expect([most.status, most.body.message]).toEqual([400, 'Amount must be at most $100.00, which is what is left of this payment'])
  expect((await refund(id, '100.00')).body.payment).toMatchObject({ refunded: '150.25', refundable: '0.00' })
  expect((await refund(id, '0.01')).status).toBe(409)
  expect(await stored()).toEqual({ status: 'paid', paid: '0.00' })
  expect(await kinds()).toEqual(['payment', 'paid', 'refund asked', 'refunded', 'refund asked', 'refunded'])
  expect((await events())[4]).toEqual(['refund asked', expect.any(String), `null > $50.25 of $150.25, ${method}: One page less`])
})

test('a repeated request refunds once', async () => {
  const id = await payByCard()
  const [one, two] = await Promise.all([
    refund(id, '50.00', {}, { 'idempotency-key': 'back-1' }),
    refund(id, '50.00', {}, { 'idempotency-key': 'back-1' }),
  ])
  expect([one.status, two.status]).toEqual([201, 201])
  expect(await onlyPayment()).toMatchObject({ refunded: '50.00', refunds: [{ amount: '50.00' }] })
})

test('of two concurrent refunds of the same rest, one is made', async () => {
  const id = await payByCard()
  const replies = await Promise.all([refund(id, '100.00'), refund(id, '100.00')])
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 400])
  expect((await onlyPayment()).refunded).toBe('100.00')
})

test.each([
  ['card', payByCard, () => app.simulate('faults', { route: 'POST /v1/refunds', kind: 'drop-after', count: 3 })],
  [
    'wallet',
    payByPayPal,
    () => app.simulatePayPal('faults', { route: 'POST /v2/payments/captures/:id/refund', kind: 'drop-after', count: 5 }),
  ],
])('%s: after a lost answer the refund is requested again until it is known, and made once', async (_way, begin, lose) => {
  const id = await begin()
  await lose()
  const refunded = await refund(id, '50.00')
  expect(refunded.status).toBe(201)
  await app.sql("update graphile_worker._private_jobs set run_at = now() where key like 'refund-%'")
  const known = async () => [(await onlyPayment()).refunds[0].status, (await onlyPayment()).refunded]
  await expect.poll(known, { timeout: 60_000 }).toEqual(['succeeded', '50.00'])
})

test('a refund isn’t requested again after its idempotency key has expired', async () => {
  const id = await payByCard()
  await app.simulate('faults', { route: 'POST /v1/refunds', kind: 'drop-after', count: 3 })
  expect((await refund(id, '50.00')).body.payment.refunds[0].status).toBe('asking')
  const [row] = await app.sql<{ id: number }>(
    "update payment_refunds set created_at = now() - interval '6 hours' where user_id = $1 returning id::int",
    [ada.userId],
  )
  await app.runners.find(({ name }) => name === 'payments.refund')!.run({ userId: ada.userId, refundId: row!.id })
  expect(await onlyPayment()).toMatchObject({
    refunded: '50.00',
    refunds: [{ status: 'failed', problem: expect.stringContaining('no clear answer') }],
  })
  const mails = await readNotifications()
  expect(mails.map(({ subject }) => subject)).toEqual([`Refund not confirmed: $50.00 for invoice ${invoice.number}`])
  expect(mails[0]!.text).not.toContain('You still have the money')
})

test('a refused refund is reported with its reason', async () => {
  const id = await payByPayPal()
  await app.simulatePayPal('refunds', { mode: 'refuse' })
  const refused = await refund(id, '50.00')
  await app.simulatePayPal('refunds', { mode: 'complete' })
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringMatching(/^The refund was refused\. .+/)])
  expect([await attention(), (await onlyPayment()).refunds[0].status]).toEqual(['refund failed', 'failed'])
  expect((await refund(id, '50.00')).status).toBe(201)
  expect(await attention()).toBeNull()
  const [mail, ...more] = await readNotifications()
  expect([mail!.subject, more]).toEqual([`Refund failed: $50.00 for invoice ${invoice.number}`, []])
  expect(mail!.text).toMatch(/The refund of \$50\.00 failed: .+\. You still have the money; try again or pay it back another way\./)
})

test('the PDF of a refunded invoice shows the amount and day, and isn’t stamped as paid', async () => {
  const id = await payByCard()
  const printed = async () => (await readPageTexts((await app.send(ada, 'GET', `/api/invoices/${invoice.id}/pdf`)).bytes)).join('')
  const [back] = await app.sql<{ day: string }>("select to_char(now() at time zone 'utc', 'MonDD,YYYY') as day")
  const { day } = back!
  expect(await printed()).toContain(`PAID${day}`)
  await refund(id, '50.25')
  expect(await printed()).toContain(`PARTIALLYREFUNDED${day}`)
  expect(await printed()).toContain('Total$150.25Paid$150.25Refunded-$50.25')
  expect(await printed()).not.toMatch(/PAID|Balancedue/)
  await refund(id, '100.00')
  expect(await printed()).toMatch(new RegExp(`(?<!PARTIALLY)REFUNDED${day}`))
  expect(await printed()).toContain('Paid$150.25Refunded-$150.25')
  // Reopened it has no stamp; the day stands beside the amount.
  await app.sql("update documents set status = 'sent' where id = $1", [invoice.id])
  expect(await printed()).toContain(`Paid$150.25Refunded(${day})-$150.25Balancedue$150.25`)
  expect(await printed()).not.toMatch(/PAID|REFUNDED/)
})

test('a refunded invoice can’t become a draft again, but can be reopened; the integrity check finds nothing', async () => {
  await refund(await payByCard(), '150.25')
  const wrong = async () => (await app.send(ada, 'GET', '/api/books/health')).body.findings
  const refused = [
    409,
    "This invoice was paid through Stripe, so it can't become a draft again, not even after a refund. Duplicate it to get a new draft, or choose Sent to ask for what is still due.",
  ]
  const tried = await saveStatus('draft')
  expect([tried.status, tried.body.message]).toEqual(refused)
  expect([(await stored())!.status, await wrong()]).toEqual(['paid', []])
  expect((await saveStatus('sent')).body).toMatchObject({ status: 'sent', balanceDue: '150.25' })
  const again = await saveStatus('draft')
  expect([again.status, again.body.message]).toEqual(refused)
  expect([(await stored())!.status, await wrong()]).toEqual(['sent', []])
})

test('a pending refund that succeeds', async () => {
  const id = await payByCard()
  await app.simulate('refunds/pend', { count: 1 })
  expect((await refund(id, '50.00')).body.payment).toMatchObject({ refundable: '100.25', refunds: [{ status: 'pending' }] })
  await app.simulate('refunds/settle', { refund: await refundRef(), status: 'succeeded' })
  await reconcile()
  expect(await onlyPayment()).toMatchObject({ refunded: '50.00', refundable: '100.25', refunds: [{ status: 'succeeded' }] })
})

test('credit that is being refunded, without an answer yet, can’t be applied, nor can it once the refund has succeeded', async () => {
  const id = await payByCard()
  await app.send(ada, 'POST', '/api/credit-notes', { invoiceId: invoice.id, amount: '100.00' })
  await app.simulate('faults', { route: 'POST /v1/refunds', kind: 'drop-before', count: 3 })
  expect((await refund(id, '60.00')).body.payment.refunds[0].status).toBe('asking')
  const credit = async () => (await app.send(ada, 'GET', `/api/customers/${customerId}/credit`)).body
  expect(await credit()).toMatchObject([{ amount: '40.00' }])
  await app.sql("update graphile_worker._private_jobs set run_at = now() where key like 'refund-%'")
  await expect.poll(async () => (await onlyPayment()).refunds[0].status, { timeout: 60_000 }).toBe('succeeded')
  await reconcile()
  expect(await credit()).toMatchObject([{ amount: '40.00' }])
})

test('a refund that the customer’s bank returns: the payment counts again, and the owner is notified', async () => {
  const id = await payByCard()
  await refund(id, '50.00')
  await app.simulate('refunds/settle', { refund: await refundRef(), status: 'failed', reason: 'lost_or_stolen_card' })
  await reconcile()
  expect(await onlyPayment()).toMatchObject({
    refunded: '0.00',
    refundable: '150.25',
    refunds: [{ status: 'failed', problem: 'The card was reported lost or stolen.' }],
  })
  expect(await attention()).toBe('refund failed')
  expect(await app.sql("select amount from movements where kind = 'refund' order by id")).toEqual(
    expect.arrayContaining([{ amount: '50.00' }, { amount: '-50.00' }]),
  )
  expect((await kinds()).slice(-2).sort()).toEqual(['refund failed', 'refund undone'])
  await reconcile()
  const mails = await readNotifications()
  expect(mails.map(({ subject }) => subject)).toEqual([`Refund failed: $50.00 for invoice ${invoice.number}`])
  for (const said of ['reported lost or stolen. You still have the money', 'no real money', 'Acme', `/invoices/${invoice.id}`])
    expect(mails[0]!.text).toContain(said)
})

test('a dispute is flagged, blocks refunds, and takes the money only when it is lost', async () => {
  const id = await payByCard()
  const [charge] = await app.sql<{ ref: string }>('select charge_ref as ref from payments where id = $1', [id])
  await app.simulate('disputes/open', { charge: charge!.ref })
  await reconcile()
  expect([await attention(), await onlyPayment()]).toMatchObject(['dispute', { dispute: 'open', refunded: '0.00', refundable: '0.00' }])
  const refused = await refund(id, '10.00')
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('disputed')])
  await app.simulate('disputes/lose', { charge: charge!.ref })
  await reconcile()
  expect([await attention(), await onlyPayment()]).toMatchObject([null, { dispute: 'lost', refunded: '150.25' }])
  expect(await stored()).toEqual({ status: 'paid', paid: '0.00' })
  expect(await kinds()).toEqual(['payment', 'paid', 'disputed', 'dispute lost'])
  await reconcile()
  const mails = await readNotifications()
  expect(mails.map(({ subject }) => subject).sort()).toEqual([
    `Dispute lost: $150.25 for invoice ${invoice.number}`,
    `Payment disputed: $150.25 for invoice ${invoice.number}`,
  ])
  const opened = mails.find(({ subject }) => subject.startsWith('Payment'))!
  for (const said of ['Respond at Stripe before the deadline.', 'no real money', 'Acme', `/invoices/${invoice.id}`])
    expect(opened.text).toContain(said)
})

test('a won dispute changes nothing', async () => {
  const id = await payByCard()
  const [charge] = await app.sql<{ ref: string }>('select charge_ref as ref from payments where id = $1', [id])
  await app.simulate('disputes/open', { charge: charge!.ref })
  await reconcile()
  await app.simulate('disputes/win', { charge: charge!.ref })
  await reconcile()
  expect([await attention(), await onlyPayment()]).toMatchObject([null, { dispute: 'won', refunded: '0.00', refundable: '150.25' }])
  expect((await readNotifications()).map(({ subject }) => subject.split(':')[0]).sort()).toEqual(['Dispute won', 'Payment disputed'])
})

test('a payment for a deleted invoice is recorded, and can be refunded', async () => {
  const page = await checkout()
  await payAtCheckout(page, '4242424242424242')
  const [attempt] = await attempts()
  await app.sql('update documents set deleted_at = now() where id = $1', [invoice.id])
  await reconcileAttempt(attempt!.id)
  const [payment] = await app.sql<{ id: number }>('select id from payments where document_id = $1', [invoice.id])
  const back = await refund(payment!.id, '150.25')
  expect([back.status, back.body.payment]).toMatchObject([201, { refunded: '150.25', refundable: '0.00' }])
})

test('a payment by hand is refunded by hand until it is undone; other users can’t refund', async () => {
  const byHand = (await pay()).body.payment.id
  expect((await refund(byHand, '1.00')).body.payment).toMatchObject({ refunded: '1.00', refundable: '49.25' })
  await undo(byHand)
  expect((await refund(byHand, '1.00')).status).toBe(409)
  await payByWallet('150.25')
  const { id } = (await history()).payments[0]
  const path = `/api/invoices/${invoice.id}/payments/${id}/refund`
  expect((await app.send(null, 'POST', path, { amount: '1.00' })).status).toBe(401)
  expect((await app.send(await app.person(`eve-of-${ada.userId}`), 'POST', path, { amount: '1.00' })).status).toBe(404)
  expect((await app.send(ada, 'POST', path, { amount: '0' })).status).toBe(400)
  expect((await refund(999_999, '1.00')).status).toBe(404)
  expect((await order()).status).toBe(409)
})

/** The provider's id of the newest refund. */
const refundRef = async () =>
  (await app.sql<{ ref: string }>('select ref from payment_refunds where user_id = $1 order by id desc limit 1', [ada.userId]))[0]!.ref

test('the outcome of a pending refund is found by the hourly comparison when no event arrives', async () => {
  await setEventMode('drop')
  const id = await payByPayPal()
  await app.simulatePayPal('refunds', { mode: 'pending' })
  const refunded = await refund(id, '10.00')
  await app.simulatePayPal('refunds', { mode: 'complete' })
  expect(refunded.body.payment.refunds[0].status).toBe('pending')
  const [row] = await app.sql<{ ref: string }>('select ref from payment_refunds where user_id = $1', [ada.userId])
  // The job that reconciles it immediately has run before.
  await expect
    .poll(() => app.sql("select 1 from graphile_worker._private_jobs where key like 'reconcile-%'"), { timeout: 60_000 })
    .toEqual([])
  await app.simulatePayPal('refunds/settle', { refund: row!.ref, outcome: 'complete' })
  await app.runners.find(({ name }) => name === 'payments.compare')!.run({ userId: ada.userId, provider: 'paypal' })
  await setEventMode('deliver')
  expect((await onlyPayment()).refunds[0].status).toBe('succeeded')
})

test('a refund by hand has a day of its own: not before the payment, not after today', async () => {
  const { body } = await pay({ amount: '150.25', paymentDate: '2026-01-20' })
  const id = body.payment.id as number
  const issue = async (day: string) => (await refund(id, '50.25', { day })).body.issues[0]
  expect(await issue('2026-01-19')).toEqual({ path: 'day', message: 'Day must not be before that of the payment, Jan 20, 2026' })
  expect((await issue('2999-01-01')).path).toBe('day')
  expect((await refund(id, '50.25', { day: '2026-01-22' })).status).toBe(201)
  expect((await onlyPayment()).refunds[0].day).toBe('2026-01-22')
  const days = await app.sql('select day::text from movements where user_id = $1', [ada.userId])
  expect(days).toEqual([{ day: '2026-01-22' }])
})

test('a provider says on which day it refunds', async () => {
  const id = await payByCard()
  const { status, body } = await refund(id, '50.25', { day: '2026-01-22' })
  expect([status, body.issues]).toEqual([
    400,
    [{ path: 'day', message: 'Day is that on which the provider makes the refund: leave it out' }],
  ])
})
