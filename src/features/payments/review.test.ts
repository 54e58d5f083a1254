import { expect, test } from 'vitest'
import {
  ada,
  alterOrder,
  app,
  approve,
  attempts,
  attention,
  capture,
  checkout,
  events,
  history,
  invoice,
  mailsAbout,
  order,
  readCaptureId,
  reconcileAttempt,
  returnFromCheckout,
  setUpPayments,
  stored,
} from './testing/payment-fixture.ts'

// Money that isn't exactly what was requested is recorded only by the owner's decision.

setUpPayments()
const decide = (attemptId: string, act: 'accept' | 'refund', id = invoice.id) =>
  app.send(ada, 'POST', `/api/invoices/${id}/attempts/${attemptId}/${act}`)
const questioned = async (to: Parameters<typeof alterOrder>[1]) => {
  const { id } = (await order()).body
  await approve(id)
  await alterOrder(id, to)
  await capture(id)
  const [attempt] = await attempts()
  return { orderId: id as string, attempt: attempt! }
}
/** Whether a response that was requested before the decision would still be stored. */
const isOutdated = async (id: string) =>
  (await app.sql<{ yes: boolean }>('select asked_at >= updated_at as yes from payment_attempts where id = $1', [id]))[0]!.yes

test.each([
  ['another amount', { amount: '12.00' }, 'PayPal took $12.00 where $150.25 was asked for.', '12.00', 'USD'],
  ['another currency', { currency: 'EUR' }, 'PayPal took €150.25 where $150.25 was asked for.', '150.25', 'EUR'],
  [
    'another payee',
    { merchantId: 'AN2THERMERCHT' },
    expect.stringMatching(/^PayPal gave the money to another account \(AN2THERMERCHT\) than/),
    '150.25',
    'USD',
  ],
  [
    'another payment’s reference',
    { customId: 'att_of_another' },
    'What PayPal says is about another payment than the one that was begun here.',
    '150.25',
    'USD',
  ],
])('%s: nothing is recorded, and the owner has to decide, and is notified', async (_what, to, problem, amount, currency) => {
  await questioned(to)
  expect(await stored()).toEqual({ status: 'sent', paid: '0' })
  expect(await attention()).toBe('review')
  expect((await history()).attempts).toMatchObject([
    { provider: 'paypal', status: 'review', amount: '150.25', problem, found: [{ amount, currency }] },
  ])
  expect((await events()).map(([kind]) => kind)).toEqual(['created', 'sent', 'payment questioned'])
  const asking = async () => (await mailsAbout()).filter(({ subject }) => subject.includes('needs your decision'))
  await expect.poll(async () => (await asking()).map(({ to: { address } }) => address), { timeout: 60_000 }).toEqual([ada.email])
  // Reconciled again, the review stays the same.
  await reconcileAttempt((await attempts())[0]!.id)
  expect((await events()).filter(([kind]) => kind === 'payment questioned')).toHaveLength(1)
  expect((await order()).status).toBe(409)
  const removed = await app.send(ada, 'DELETE', `/api/invoices/${invoice.id}`)
  expect([removed.status, removed.body.message]).toEqual([409, expect.stringContaining('needs your decision')])
})

test('accepted, the payment is recorded as received, and the rest can still be paid', async () => {
  const { attempt } = await questioned({ amount: '100.25' })
  const reply = await decide(attempt.id, 'accept')
  expect([reply.status, reply.body.attempts, reply.body.payments]).toMatchObject([
    200,
    [],
    [{ amount: '100.25', provider: 'paypal', refundable: '100.25' }],
  ])
  expect(await stored()).toEqual({ status: 'sent', paid: '100.25' })
  expect([await attention(), await isOutdated(attempt.id)]).toEqual([null, true])
  await reconcileAttempt(attempt.id)
  expect(await attempts()).toMatchObject([{ status: 'paid' }])
  expect((await events()).map(([kind]) => kind)).toEqual(['created', 'sent', 'payment questioned', 'payment', 'payment accepted'])
  expect((await order('50.00')).status).toBe(200)
  expect((await decide(attempt.id, 'accept')).status).toBe(409)
})

test('refused, nothing is recorded, and the invoice can be paid again', async () => {
  const { attempt, orderId } = await questioned({ amount: '12.00' })
  const reply = await decide(attempt.id, 'refund')
  expect([reply.status, reply.body.attempts, reply.body.payments]).toEqual([200, [], []])
  expect([await attention(), (await attempts())[0]!.status, await isOutdated(attempt.id)]).toEqual([null, 'failed', true])
  await reconcileAttempt(attempt.id)
  expect((await attempts())[0]!.status).toBe('failed')
  expect((await events()).map(([kind]) => kind)).toEqual(['created', 'sent', 'payment questioned', 'payment refused'])
  expect((await decide(attempt.id, 'refund')).status).toBe(409)
  const { accounts } = await app.simulatePayPal<{
    accounts: Record<string, { refunds: Record<string, { captureId: string; amount: number }> }>
  }>('dump')
  const captureId = await readCaptureId(orderId)
  const refunds = Object.values(accounts).flatMap((account) => Object.values(account.refunds))
  expect(refunds.filter((each) => each.captureId === captureId).map(({ amount }) => amount)).toEqual([1200])
  expect((await order()).status).toBe(200)
})

test('another currency can’t be accepted; and when the provider refuses the refund, the review stays', async () => {
  const { attempt } = await questioned({ currency: 'EUR' })
  const refused = await decide(attempt.id, 'accept')
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('Only USD can be recorded here')])
  await app.simulatePayPal('refunds', { mode: 'refuse' })
  const stays = await decide(attempt.id, 'refund')
  await app.simulatePayPal('refunds', { mode: 'complete' })
  expect([stays.status, stays.body.message]).toEqual([
    409,
    expect.stringMatching(/^The refund was refused\. Your PayPal account has too little money/),
  ])
  expect((await attempts())[0]!.status).toBe('review')
  expect((await decide(attempt.id, 'refund')).body.attempts).toEqual([])
})

test('a review of an account without keys can still be decided', async () => {
  const { attempt } = await questioned({ amount: '12.00' })
  await app.sql("update payment_attempts set account_id = 'gone' where user_id = $1", [ada.userId])
  expect((await checkout()).endsWith('?payment=review')).toBe(true)
  expect((await decide(attempt.id, 'refund')).body.attempts).toEqual([])
  const [last] = (await events()).slice(-1)
  expect(last).toEqual(['payment refused', expect.any(String), "null > $12.00, PayPal: not given back, PayPal's keys are gone"])
  expect(await checkout()).toContain('/sandbox/stripe/')
})

test('other users can’t decide, and nobody about a payment of another invoice', async () => {
  const { attempt } = await questioned({ amount: '12.00' })
  const eve = await app.person(`eve-of-${ada.userId}`)
  for (const act of ['accept', 'refund']) {
    const path = `/api/invoices/${invoice.id}/attempts/${attempt.id}/${act}`
    expect((await app.send(null, 'POST', path)).status).toBe(401)
    expect((await app.send(eve, 'POST', path)).status).toBe(404)
  }
  expect((await decide('att_unknown', 'accept')).status).toBe(404)
  expect((await returnFromCheckout()).body.status).toBe('open')
})
