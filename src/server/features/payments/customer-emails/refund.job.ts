import { z } from 'zod'
import { invoiceType } from '#server/domain/documents/document-type.ts'
import { createEmailSender } from '#server/domain/documents/emails/deliver.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import { getPdfAccount } from '#server/domain/documents/pdf/reply.ts'
import { lockBalanceIncludingDeleted } from '#server/domain/payments/balance/balance.ts'
import { readPaymentDetails } from '#server/domain/payments/payment-details.ts'
import { getRecheckDelayMinutes } from '#server/domain/payments/reconcile/recheck.job.ts'
import type { Database, UserDb } from '#server/platform/db/client.ts'
import { enqueue, job, runner } from '#server/platform/jobs/jobs.ts'
import type { Mail, SendMail } from '#server/platform/mail/mail.ts'
import type { PdfRenderer } from '#server/platform/pdf/pdf-renderer.ts'
import { type Day, formatDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { payPath } from '#shared/paths.ts'
import { getMethodLabel } from '#shared/payment-methods.ts'
import type { ReceiptDocuments } from './receipt-document.ts'
import { refundMail } from './refund.mail.ts'

/** The job is the owner's wish that the customer is told; it waits until the refund has succeeded. `round` counts how often it has looked. */
const refundEmailJob = job('payments.refund-email', { refundId: z.int(), round: z.int() })

/** Most providers have answered by the first look. */
const firstLookMs = 5_000

/** Queues the customer's email about a refund that was just asked for. */
export const queueRefundEmail = async (db: UserDb, refundId: number, round = 0): Promise<void> => {
  const minutes = round === 0 ? 0 : getRecheckDelayMinutes(round)
  if (minutes === null) return
  const runAt = new Date(Date.now() + (round === 0 ? firstLookMs : minutes * 60_000))
  const key = `refund-email-${db.userId}-${refundId}-${round}`
  await enqueue(db, refundEmailJob, { userId: db.userId, refundId, round }, { key, runAt })
}

type Refund = {
  id: number
  paymentId: number
  invoiceId: number
  amount: string
  status: 'asking' | 'pending' | 'succeeded' | 'failed'
  /** The provider was asked about the payment after it had answered the refund: the payment has it in its sums. */
  isRecorded: boolean
  day: Day | null
  /** The email's state; its row is the event that tells of it. */
  state: 'queued' | 'settled'
}

const fetchRefund = async (db: UserDb, refundId: number): Promise<Refund | null> => {
  const [row] = await db.rows<Refund>(
    `select r.id, r.payment_id as "paymentId", p.invoice_id as "invoiceId", r.amount, r.status,
            coalesce(a.asked_at >= r.updated_at, false) as "isRecorded",
            (select max(day)::text from payment_returns where user_id = $1 and payment_id = p.id and amount > 0) as day,
            case when exists (select 1 from invoice_events e where e.user_id = $1 and e.invoice_id = p.invoice_id and e.kind = 'refund email'
              and e.changes @> jsonb_build_array(jsonb_build_object('refundId', r.id))) then 'settled' else 'queued' end as state
     from payment_refunds r
     join payments p on p.user_id = r.user_id and p.id = r.payment_id
     left join payment_attempts a on a.user_id = p.user_id and a.id = p.attempt_id
     where r.user_id = $1 and r.id = $2`,
    [db.userId, refundId],
  )
  return row ?? null
}

type Deps = {
  database: Database
  send: SendMail
  publicUrl: () => URL
  log: (line: string) => void
  receipts: ReceiptDocuments
  pdf: PdfRenderer
}

/** The customer's email about a refund that was asked for here: one per refund, with the receipt as it is now. */
export const refundEmailRunner = (deps: Deps) => {
  const { database, publicUrl, receipts, pdf } = deps
  const deliver = createEmailSender<Refund>(
    {
      read: fetchRefund,
      record: async (db, { id: refundId, invoiceId, amount }, outcome) => {
        if (outcome.state === 'queued') return
        const became =
          outcome.state === 'accepted' ? `Sent to ${outcome.to}` : `Not sent${outcome.to ? ` to ${outcome.to}` : ''}: ${outcome.reason}`
        const change = { field: `Refund of ${formatMoney(amount)}`, before: null, after: became, refundId }
        await recordEvent(db, invoiceType, invoiceId, 'refund email', [change], 'Billfold')
        // Open pages are told of refunds, not of events.
        await db.rows('update payment_refunds set status = status where user_id = $1 and id = $2', [db.userId, refundId])
      },
      // Like a receipt of money that a provider took: it is about a payment that was verified.
      countedFor: () => null,
    },
    deps,
  )
  const write = async (userId: number, { id, paymentId, amount, day }: Refund): Promise<Mail | { undeliverable: string }> => {
    const { row, sums, receipt } = await database.asUser(userId, async (db) => {
      const row = (await readPaymentDetails(db, paymentId))!
      const isThere = !row.isDeleted && row.customerEmail
      return {
        row,
        sums: isThere ? await lockBalanceIncludingDeleted(db, row.invoiceId) : null,
        receipt: isThere ? await receipts.read(db, row.invoiceId) : null,
      }
    })
    if (row.isDeleted) return { undeliverable: 'The invoice was deleted.' }
    if (!row.customerEmail || !sums || !receipt) return { undeliverable: "The customer's email address was removed." }
    return {
      ...refundMail({
        businessName: row.business.name,
        businessEmail: row.business.email,
        customerName: row.customerName,
        invoiceNumber: row.number,
        amount: formatMoney(amount),
        date: day === null ? '' : formatDay(day),
        method: getMethodLabel(row.method),
        remaining: formatMoney(sums.paid),
        balanceDue: sums.status === 'paid' || sums.due === 0 ? null : formatMoney(sums.due),
        isSandbox: receipt.isSandbox,
        viewUrl: new URL(payPath(row.publicId), publicUrl()).href,
      }),
      to: { name: row.customerName, address: row.customerEmail },
      messageId: `<refund-${userId}-${id}@${publicUrl().hostname}>`,
      attachments: [
        { fileName: receipt.fileName, contentType: 'application/pdf', bytes: await pdf.render(receipt.document, getPdfAccount(userId)) },
      ],
    }
  }
  return runner(refundEmailJob, async ({ userId, refundId, round }, attempt) => {
    const refund = await database.asUser(userId, (db) => fetchRefund(db, refundId))
    if (!refund || refund.status === 'failed') return
    const isOver = refund.status === 'succeeded' && refund.isRecorded
    if (isOver) await deliver(userId, refundId, attempt, (refund) => write(userId, refund))
    else await database.asUser(userId, (db) => queueRefundEmail(db, refundId, round + 1))
  })
}
