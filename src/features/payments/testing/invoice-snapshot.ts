import { expect } from 'vitest'
import { ada, app, attention, events, invoice, mailsAbout, stored } from './payment-fixture.ts'

// Everything that a payment can change, as short texts.

type Payment = { provider: string; amount: string; refunded: string; dispute: string | null }
const describePayment = ({ provider, amount, refunded, dispute }: Payment) =>
  `${provider} ${amount}${refunded === '0.00' ? '' : `, ${refunded} back`}${dispute ? `, dispute ${dispute}` : ''}`

/** An invoice's status and paid amount ('paid, 150.25'), its payments and its attempts, oldest first. */
export const readInvoiceSnapshot = async (id = invoice.id) => {
  const payments = await app.sql<Payment>(
    "select provider, amount, refunded, dispute from payments where document_id = $1 and status = 'succeeded' order by id",
    [id],
  )
  const attempts = await app.sql<{ provider: string; status: string }>(
    'select provider, status from payment_attempts where document_id = $1 order by created_at',
    [id],
  )
  const { status, paid } = (await stored(id))!
  return {
    invoice: `${status}, ${Number(paid) === 0 ? '0.00' : paid}`,
    payments: payments.map(describePayment),
    attempts: attempts.map((attempt) => `${attempt.provider} ${attempt.status}`),
    attention: await attention(id).catch(() => null),
  }
}

/** An invoice without payments and attempts. */
export const untouched = { invoice: 'sent, 0.00', payments: [], attempts: [], attention: null }
/** An invoice that was paid by its first attempt. */
export const paidOnce = (provider: 'stripe' | 'paypal') => ({
  invoice: 'paid, 150.25',
  payments: [`${provider} 150.25`],
  attempts: [`${provider} paid`],
  attention: null,
})

/** The kinds of the history's events since the invoice was sent, without views. */
export const readHistoryKinds = async (id = invoice.id) =>
  (await events(id)).flatMap(([kind], at) => (at < 2 || kind === 'viewed' || kind === undefined ? [] : [kind]))

/** Waits until no due job of the test's business is left. */
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

const subjects = [
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

/** The emails about payments of the invoice, once all jobs are done: 'customer: Receipt', 'owner: Payment received'. */
export const readSentEmails = async (number = invoice.number) => {
  await waitForJobs()
  return (await mailsAbout(number))
    .flatMap(({ to, subject }) => {
      const kind = subjects.find((words) => subject.includes(words))
      return kind ? [`${to.address === ada.email ? 'owner' : 'customer'}: ${kind}`] : []
    })
    .sort()
}
/** The emails about one payment. */
export const receiptAndNotification = ['customer: Receipt', 'owner: Payment received']

/** The amounts that the public page shows. */
export const readPublicInvoice = async (publicId = invoice.publicId) => {
  const { status, amountPaid, amountRefunded, balanceDue, credit, isPaymentPending } = (
    await app.send(null, 'GET', `/api/public/invoice/${publicId}`)
  ).body.invoice
  return { status, amountPaid, amountRefunded, balanceDue, credit, isPaymentPending }
}
