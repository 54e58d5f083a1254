import type { ReceiptDocuments } from '#features/invoices/receipts.ts'
import { getLocale } from '#server/domain/business/business.ts'
import { invoiceType } from '#server/domain/documents/document-type.ts'
import { createEmailSender } from '#server/domain/documents/emails/deliver.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import { readMailBrand } from '#server/domain/documents/logo.ts'
import { getPdfAccount } from '#server/domain/documents/pdf/reply.ts'
import { lockBalanceIncludingDeleted } from '#server/domain/payments/balance/balance.ts'
import { formatInCurrency } from '#server/domain/payments/format.ts'
import { readPaymentDetails } from '#server/domain/payments/payment-details.ts'
import { queueRefundEmail, refundEmailJob } from '#server/domain/payments/refunds/refund.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { runner } from '#server/platform/jobs/jobs.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { textsIn } from '#shared/customer-texts.ts'
import type { Day } from '#shared/dates.ts'
import { payPath } from '#shared/paths.ts'
import { getMethodLabel } from '#shared/payment-methods.ts'
import { refundMail } from './refund.mail.ts'

type Refund = {
  id: number
  paymentId: number
  invoiceId: number
  amount: string
  currency: string
  status: 'asking' | 'pending' | 'succeeded' | 'failed'
  /** The payment was fetched after the refund was answered, so its refunded sum includes the refund. */
  isRecorded: boolean
  day: Day | null
  /** Of the email: settled once the history has an event about it. */
  state: 'queued' | 'settled'
}

const readRefund = async (db: UserDb, refundId: number): Promise<Refund | null> => {
  const [row] = await db.rows<Refund>(
    `select r.id, r.payment_id as "paymentId", p.document_id as "invoiceId", r.amount, p.currency, r.status,
            coalesce(a.asked_at >= r.updated_at, p.provider = 'manual') as "isRecorded",
            (select max(day)::text from movements where user_id = $1 and payment_id = p.id and amount > 0) as day,
            case when exists (select 1 from events e where e.user_id = $1 and e.subject_type = 'invoice' and e.subject_id = p.document_id
              and e.kind = 'refund email' and e.changes @> jsonb_build_array(jsonb_build_object('refundId', r.id))) then 'settled' else 'queued' end as state
     from payment_refunds r
     join payments p on p.user_id = $1 and p.id = r.payment_id
     left join payment_attempts a on a.user_id = $1 and a.id = p.attempt_id
     where r.user_id = $1 and r.id = $2`,
    [db.userId, refundId],
  )
  return row ?? null
}

export const refundEmailRunner = (services: Services, receipts: ReceiptDocuments) => {
  const { database, publicUrl, pdf } = services
  const deliver = createEmailSender<Refund>(
    {
      read: readRefund,
      record: async (db, { id: refundId, invoiceId, ...money }, outcome) => {
        if (outcome.state === 'queued') return
        const after =
          outcome.state === 'accepted' ? `Sent to ${outcome.to}` : `Not sent${outcome.to ? ` to ${outcome.to}` : ''}: ${outcome.reason}`
        const change = { field: `Refund of ${formatInCurrency(money)}`, before: null, after, refundId }
        await recordEvent(db, invoiceType, invoiceId, 'refund email', [change], 'Billfold')
        db.announce('payments')
      },
      // Not counted against the account's email allowance, like a receipt of a provider's payment.
      countedFor: () => null,
    },
    services,
  )
  const write = async (userId: number, { id, paymentId, day, ...money }: Refund): Promise<Mail | { undeliverable: string }> => {
    const { payment, balance, receipt } = await database.asUser(userId, async (db) => {
      const payment = (await readPaymentDetails(db, paymentId))!
      const isDeliverable = !payment.isDeleted && payment.customerEmail
      return {
        payment,
        balance: isDeliverable ? await lockBalanceIncludingDeleted(db, payment.invoiceId) : null,
        receipt: isDeliverable ? await receipts.read(db, payment.invoiceId) : null,
      }
    })
    if (payment.isDeleted) return { undeliverable: 'The invoice was deleted.' }
    if (!payment.customerEmail || !balance || !receipt) return { undeliverable: "The customer's email address was removed." }
    const bytes = await pdf.render(receipt.document, getPdfAccount(userId))
    const texts = textsIn(getLocale(payment.business))
    return {
      ...refundMail({
        businessName: payment.business.name,
        brand: await readMailBrand(services, payment.business),
        businessEmail: payment.business.email,
        customerName: payment.customerName,
        invoiceNumber: payment.number,
        amount: formatInCurrency(money, texts.locale),
        date: day === null ? '' : texts.day(day),
        method: texts.find(getMethodLabel(payment.method)),
        remaining: texts.money(balance.paid, balance.currency),
        balanceDue: balance.status === 'paid' || balance.due === 0 ? null : texts.money(balance.due, balance.currency),
        language: texts.locale,
        isSandbox: receipt.isSandbox,
        viewUrl: new URL(payPath(payment.publicId), publicUrl()).href,
      }),
      to: { name: payment.customerName, address: payment.customerEmail },
      messageId: `<refund-${userId}-${id}@${publicUrl().hostname}>`,
      attachments: [{ fileName: receipt.fileName, contentType: 'application/pdf', bytes }],
    }
  }
  return runner(refundEmailJob, async ({ userId, refundId, round }, attempt) => {
    const refund = await database.asUser(userId, (db) => readRefund(db, refundId))
    if (!refund || refund.status === 'failed') return
    const isSettled = refund.status === 'succeeded' && refund.isRecorded
    if (isSettled) await deliver(userId, refundId, attempt, (refund) => write(userId, refund))
    else await database.asUser(userId, (db) => queueRefundEmail(db, refundId, round + 1))
  })
}
