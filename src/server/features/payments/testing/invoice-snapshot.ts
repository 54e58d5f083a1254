import { expect } from 'vitest'
import { ada, app, attention, events, invoice, mailsAbout, stored } from './payment-fixture.ts'

// Everything that a payment may change, in a form that a test can say in one line each.

type Payment = { provider: string; amount: string; refunded: string; dispute: string | null }
const paymentWords = ({ provider, amount, refunded, dispute }: Payment) =>
  `${provider} ${amount}${refunded === '0.00' ? '' : `, ${refunded} back`}${dispute ? `, dispute ${dispute}` : ''}`

/** Where an invoice stands: 'paid, 150.25 of it here', its payments and its attempts, each in the order in which they came. */
export const readInvoiceSnapshot = async (id = invoice.id) => {
  const payments = await app.sql<Payment>(
    "select provider, amount, refunded, dispute from payments where invoice_id = $1 and status = 'succeeded' order by id",
    [id],
  )
  const attempts = await app.sql<{ provider: string; status: string }>(
    'select provider, status from payment_attempts where invoice_id = $1 order by created_at',
    [id],
  )
  const { status, paid } = (await stored(id))!
  return {
    invoice: `${status}, ${Number(paid) === 0 ? '0.00' : paid}`,
    payments: payments.map(paymentWords),
    attempts: attempts.map((attempt) => `${attempt.provider} ${attempt.status}`),
    attention: await attention(id).catch(() => null),
  }
}

/** An invoice that nobody has paid or tried to pay. */
export const untouched = { invoice: 'sent, 0.00', payments: [], attempts: [], attention: null }
/** One that was paid, once, by the first attempt. */
export const paidOnce = (provider: 'stripe' | 'paypal') => ({
  invoice: 'paid, 150.25',
  payments: [`${provider} 150.25`],
  attempts: [`${provider} paid`],
  attention: null,
})

/** What the history says since the invoice was sent, but for who looked at it. */
export const readHistoryKinds = async (id = invoice.id) =>
  (await events(id)).flatMap(([kind], at) => (at < 2 || kind === 'viewed' || kind === undefined ? [] : [kind]))

/** Waits until nothing that this test's business has queued is due any more. */
export const waitForJobs = () =>
  expect
    .poll(
      async () =>
        (
          await app.sql<{ key: string | null }>(
            `select key from graphile_worker._private_jobs
             where (payload ->> 'userId')::int = $1 and run_at <= now() and attempts < max_attempts`,
            [ada.userId],
          )
        ).map(({ key }) => key),
      { timeout: 15_000 },
    )
    .toEqual([])

const letterKinds = [
  'Receipt',
  'Payment received',
  'needs your decision',
  'Payment disputed',
  'Dispute won',
  'Dispute lost',
  'Refund failed',
  'Refund not confirmed',
  'Refund undone',
]

/** Who got which e-mails about payments of the invoice, once all have left: 'customer: Receipt', 'owner: Payment received'. */
export const readSentEmails = async (number = invoice.number) => {
  await waitForJobs()
  return (await mailsAbout(number))
    .flatMap(({ to, subject }) => {
      const kind = letterKinds.find((words) => subject.includes(words))
      return kind ? [`${to.address === ada.email ? 'owner' : 'customer'}: ${kind}`] : []
    })
    .sort()
}
/** Of one payment that came. */
export const receiptAndNotification = ['customer: Receipt', 'owner: Payment received']

/** What anybody who has the link sees. */
export const readPublicInvoice = async (publicId = invoice.publicId) => {
  const { status, amountPaid, amountRefunded, balanceDue, credit, isPaymentPending } = (
    await app.send(null, 'GET', `/api/public/invoice/${publicId}`)
  ).body.invoice
  return { status, amountPaid, amountRefunded, balanceDue, credit, isPaymentPending }
}
