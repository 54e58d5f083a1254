import { z } from 'zod'
import { buildOwnerNotification, sendOwnerNotification } from '#server/domain/documents/emails/owner-notification.ts'
import { readPaymentDetails } from '#server/domain/payments/payment-details.ts'
import type { Database, UserDb } from '#server/platform/db/client.ts'
import { enqueue, job, runner } from '#server/platform/jobs/jobs.ts'
import type { SendMail } from '#server/platform/mail/mail.ts'
import { type Cents, cents, formatMoney } from '#shared/money.ts'
import { displayName } from '#shared/user-names.ts'
import { buildPaymentFacts, getProviderName } from './payment-facts.ts'

/** `isUnclear`: nobody knows whether the money went back. */
const refundFailedJob = job('payments.refund-failed', { refundId: z.int(), isUnclear: z.boolean() })
/** `amount`: whole cents. */
const refundUndoneJob = job('payments.refund-undone', { paymentId: z.int(), amount: z.int(), at: z.iso.datetime() })

/** Queues the owner's note that a refund that he asked for here failed; it fails once at most. */
export const notifyFailedRefund = (db: UserDb, refundId: number, { isUnclear = false } = {}): Promise<void> =>
  enqueue(db, refundFailedJob, { userId: db.userId, refundId, isUnclear }, { key: `refund-failed-${db.userId}-${refundId}` })

/** Queues his note that money of a payment that had gone back is here again, without a refund of ours having failed. */
export const notifyUndoneRefund = async (db: UserDb, paymentId: number, amount: Cents): Promise<void> => {
  const at = new Date().toISOString()
  await enqueue(db, refundUndoneJob, { userId: db.userId, paymentId, amount, at }, { key: `refund-undone-${db.userId}-${paymentId}-${at}` })
}

type Deps = { database: Database; send: SendMail; publicUrl: () => URL; log: (line: string) => void }
type Told = NonNullable<Awaited<ReturnType<typeof readPaymentDetails>>>
type Said = { what: string; amount: string; further: string; messageId: string }

const sendNote = async (deps: Deps, row: Told, { what, amount, further, messageId }: Said): Promise<void> => {
  if (!row.userEmail) return
  const introduction = 'A refund did not reach your customer.'
  const ownerName = displayName({ firstName: row.firstName, lastName: row.lastName, email: row.userEmail })
  await sendOwnerNotification(deps, `invoice ${row.number}`, {
    ...buildOwnerNotification({
      ownerName,
      subject: `${what}: ${amount} for invoice ${row.number}`,
      preview: further,
      introduction: row.isSandbox ? `${introduction} It was made in the sandbox: no real money is concerned.` : introduction,
      facts: [['Refund', amount], ...buildPaymentFacts(row)],
      further: [further],
      button: 'Open the invoice',
      url: new URL(`/invoices/${row.invoiceId}`, deps.publicUrl()).href,
    }),
    to: { name: ownerName, address: row.userEmail },
    messageId: `<${messageId}@${deps.publicUrl().hostname}>`,
  })
}

const wayOn = 'try again or pay it back another way.'
const failedWords = (amount: string, why: string, isUnclear: boolean): string => {
  const reason = /[.!?]$/.test(why) ? why : `${why}.`
  return isUnclear
    ? `It isn't known what became of the refund of ${amount}: ${reason}`
    : `The refund of ${amount} failed: ${reason} The money is still with you; ${wayOn}`
}

const fetchRefund = async (db: UserDb, refundId: number) => {
  const [refund] = await db.rows<{ paymentId: number; amount: string; problem: string | null }>(
    'select payment_id as "paymentId", amount, problem from payment_refunds where user_id = $1 and id = $2',
    [db.userId, refundId],
  )
  const row = refund && (await readPaymentDetails(db, refund.paymentId))
  return row && { row, refund }
}

/** Tells the owner why a refund failed, and that he still has the money. */
export const refundFailedRunner = (deps: Deps) =>
  runner(refundFailedJob, async ({ userId, refundId, isUnclear }) => {
    const known = await deps.database.asUser(userId, (db) => fetchRefund(db, refundId))
    if (!known) return
    const amount = formatMoney(known.refund.amount)
    await sendNote(deps, known.row, {
      what: isUnclear ? 'Refund not confirmed' : 'Refund failed',
      amount,
      further: failedWords(amount, known.refund.problem ?? 'The provider gave no reason.', isUnclear),
      messageId: `refund-failed-${userId}-${refundId}`,
    })
  })

/** Tells the owner that a refund, made at the provider himself, came back. */
export const refundUndoneRunner = (deps: Deps) =>
  runner(refundUndoneJob, async ({ userId, paymentId, amount: back, at }) => {
    const row = await deps.database.asUser(userId, (db) => readPaymentDetails(db, paymentId))
    if (!row) return
    const amount = formatMoney(cents(back))
    await sendNote(deps, row, {
      what: 'Refund undone',
      amount,
      further: `A refund of ${amount} failed or was taken back at ${getProviderName(row)}. The money is with you again; ${wayOn}`,
      messageId: `refund-undone-${userId}-${paymentId}-${Date.parse(at)}`,
    })
  })
