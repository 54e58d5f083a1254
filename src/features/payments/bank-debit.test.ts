import { expect, test } from 'vitest'
import {
  ada,
  app,
  attempts,
  checkout,
  events,
  invoice,
  markByHand,
  order,
  reconcileAttempt,
  returnFromCheckout,
  setUpPayments,
  stored,
} from './testing/payment-fixture.ts'

// A checkout that is completed long before the money arrives.

setUpPayments()
const debit = async () => {
  const page = await checkout()
  await fetch(page, {
    method: 'POST',
    body: new URLSearchParams({ bank: 'waits', email: 'a@example.com' }),
    headers: { origin: new URL(page).origin },
    redirect: 'manual',
  })
  const [attempt] = await attempts()
  return attempt!
}
const pending = { status: 'pending', amountPaid: '0.00', balanceDue: '150.25' }
const kinds = async () => (await events()).map(([kind]) => kind).slice(2)

test('a bank debit is pending until the bank confirms it, and paid then', async () => {
  const attempt = await debit()
  expect((await returnFromCheckout({ sessionId: attempt.ref })).body).toEqual(pending)
  expect((await returnFromCheckout()).body).toEqual(pending)
  const others = [await markByHand(), await order(), await app.send(ada, 'DELETE', `/api/invoices/${invoice.id}`)]
  expect(others.map(({ status }) => status)).toEqual([409, 409, 409])
  expect((await checkout()).endsWith('?payment=pending')).toBe(true)
  await app.simulate('payments/settle', { session: attempt.ref, outcome: 'succeeded' })
  await reconcileAttempt(attempt.id)
  expect((await returnFromCheckout()).body).toEqual({ status: 'paid', amountPaid: '150.25', balanceDue: '0.00' })
  expect(await kinds()).toEqual(['payment pending', 'payment', 'paid'])
})

test('a declined debit leaves the invoice as it was, for another attempt', async () => {
  const attempt = await debit()
  await returnFromCheckout()
  await app.simulate('payments/settle', { session: attempt.ref, outcome: 'failed' })
  expect((await returnFromCheckout()).body.status).toBe('open')
  expect([await attempts(), await stored(), await kinds()]).toMatchObject([
    [{ status: 'failed' }],
    { status: 'sent', paid: '0' },
    ['payment pending', 'payment failed'],
  ])
  expect((await events()).at(-1)?.slice(0, 2)).toEqual(['payment failed', 'Billfold'])
  expect(await checkout()).toContain('/sandbox/stripe/')
})
