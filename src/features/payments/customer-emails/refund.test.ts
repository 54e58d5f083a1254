import { expect, test } from 'vitest'
import {
  ada,
  app,
  attempts,
  checkout,
  customerId,
  events,
  history,
  invoice,
  mailsAbout,
  reconcileAttempt,
  refund,
  returnFromCheckout,
  setUpPayments,
} from '#features/payments/testing/payment-fixture.ts'
import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'

// The customer's email about a refund that was made here.

setUpPayments()
const payByCard = async () => {
  await payAtCheckout(await checkout(), '4242424242424242')
  await returnFromCheckout()
  return (await history()).payments[0].id as number
}
const lookAgain = async () => reconcileAttempt((await attempts())[0]!.id)
/** The provider's id of the newest refund. */
const refundRef = async () =>
  (await app.sql<{ ref: string }>('select ref from payment_refunds where user_id = $1 order by id desc limit 1', [ada.userId]))[0]!.ref

const run = async () => {
  const refunds = await app.sql<{ id: number }>('select id::int from payment_refunds where user_id = $1 order by id', [ada.userId])
  const { run } = app.runners.find(({ name }) => name === 'payments.refund-email')!
  // Repeated, as after a crash.
  for (const { id } of [...refunds, ...refunds]) await run({ userId: ada.userId, refundId: id, round: 0 })
}
const letters = async () => (await mailsAbout()).filter(({ subject }) => subject.startsWith('Refund for'))
const queued = () =>
  app.sql("select 1 from graphile_worker._private_jobs where key like 'refund-email-%' and (payload ->> 'userId')::int = $1", [ada.userId])
const said = async () => (await events()).filter(([kind]) => kind === 'refund email').map(([, by, change]) => [by, change])

test('it contains the amount, day, invoice and remaining payments; sent once per refund, with the receipt', async () => {
  const id = await payByCard()
  await refund(id, '50.25')
  await run()
  await refund(id, '20.00')
  await run()
  const [first, second, ...more] = (await letters()).sort((a, b) => b.text.indexOf('50.25') - a.text.indexOf('50.25'))
  expect(more).toEqual([])
  expect(first).toMatchObject({
    subject: expect.stringMatching(new RegExp(`^Refund for invoice ${invoice.number} from `)),
    to: { address: 'pay@acme.example' },
    attachments: [{ fileName: `Receipt-${invoice.number}.pdf` }],
  })
  for (const words of [
    `Refund: $50.25\nInvoice: ${invoice.number}\nRefunded on: `,
    'Payment method: Card',
    'Paid after this refund: $100.00',
  ])
    expect(first!.text).toContain(words)
  expect(first!.text).not.toContain('Balance due')
  expect(second!.text).toContain('Refund: $20.00')
  expect(second!.text).toContain('Paid after this refund: $80.00')
  expect(await said()).toEqual([
    ['Billfold', 'null > Sent to pay@acme.example'],
    ['Billfold', 'null > Sent to pay@acme.example'],
  ])
})

test('it is sent after the refund without another request', async () => {
  await refund(await payByCard(), '150.25')
  await expect.poll(letters, { timeout: 60_000 }).toHaveLength(1)
  expect((await letters())[0]!.text).toContain('Paid after this refund: $0.00')
})

test('it is not sent when the owner chooses so, nor to a customer without an address', async () => {
  const id = await payByCard()
  await refund(id, '50.00', { sendEmail: false })
  await app.send(ada, 'PUT', `/api/customers/${customerId}`, { name: 'Acme', email: null })
  await refund(id, '50.00')
  expect([await queued(), await said()]).toEqual([[], []])
  expect((await refund(id, '1.00', { sendEmail: 'no' })).body.issues).toEqual([
    { path: 'sendEmail', message: 'sendEmail must be true or false' },
  ])
})

test('it waits for a pending refund, and is never sent for a failed one', async () => {
  const id = await payByCard()
  await app.simulate('refunds/pend', { count: 2 })
  await refund(id, '50.00')
  const arriving = await refundRef()
  await run()
  expect([await letters(), (await queued()).length > 0]).toEqual([[], true])
  await app.simulate('refunds/settle', { refund: arriving, status: 'succeeded' })
  await lookAgain()
  await run()
  expect(await letters()).toHaveLength(1)
  await refund(id, '20.00')
  await app.simulate('refunds/settle', { refund: await refundRef(), status: 'failed', reason: 'lost_or_stolen_card' })
  await lookAgain()
  await run()
  expect((await letters()).map(({ text }) => text.includes('Refund: $50.00'))).toEqual([true])
})
