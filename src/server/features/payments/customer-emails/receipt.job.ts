import { z } from 'zod'
import { invoiceType } from '#server/domain/documents/document-type.ts'
import { createDocumentEmailSender } from '#server/domain/documents/emails/deliver.ts'
import { sendOwnerNotification } from '#server/domain/documents/emails/owner-notification.ts'
import { insertEmail } from '#server/domain/documents/emails/store.ts'
import { computeReceiptTotals } from '#server/domain/documents/pdf/receipt.ts'
import { getPdfAccount } from '#server/domain/documents/pdf/reply.ts'
import { readPaymentDetails } from '#server/domain/payments/payment-details.ts'
import { paymentReceivedMail } from '#server/features/payments/owner-notifications/payment-received.mail.ts'
import type { Database, UserDb } from '#server/platform/db/client.ts'
import { job, runner } from '#server/platform/jobs/jobs.ts'
import type { SendMail } from '#server/platform/mail/mail.ts'
import type { PdfRenderer } from '#server/platform/pdf/pdf-renderer.ts'
import { formatDay } from '#shared/dates.ts'
import { formatMoney, parseCents } from '#shared/money.ts'
import { payPath } from '#shared/paths.ts'
import { getMethodLabel } from '#shared/payment-methods.ts'
import { displayName } from '#shared/user-names.ts'
import { formatReceiptSubject, receiptMail } from './receipt.mail.ts'
import type { ReceiptDocuments } from './receipt-document.ts'

export const receiptJob = job('payments.receipt', { paymentId: z.int() })
export const paymentReceivedJob = job('payments.owner-note', { paymentId: z.int() })

type Deps = { database: Database; send: SendMail; publicUrl: () => URL; log: (line: string) => void }
type Told = NonNullable<Awaited<ReturnType<typeof readPaymentDetails>>>

/** What the receipt says of money, in words. */
const sumsOf = ({ amount, refunded, came, total, invoiceStatus }: Told) => {
  const received = came.map((each) => ({ amount: parseCents(each.amount), refunded: parseCents(each.refunded) }))
  const { balanceDue, credit } = computeReceiptTotals({ total: parseCents(total), isPaid: invoiceStatus === 'paid' }, received)
  return {
    amount: formatMoney(amount),
    refunded: parseCents(refunded) > 0 ? formatMoney(refunded) : null,
    balanceDue: balanceDue === null || credit > 0 ? null : formatMoney(balanceDue),
    credit: credit > 0 ? formatMoney(credit) : null,
  }
}

/** The receipt's row; receipts that were queued before there were rows get theirs now. null: nobody to send it to. */
const emailOfReceipt = async (db: UserDb, paymentId: number): Promise<number | null> => {
  const [known] = await db.rows<{ id: number }>('select id from invoice_emails where user_id = $1 and payment_id = $2', [
    db.userId,
    paymentId,
  ])
  if (known) return known.id
  const row = await readPaymentDetails(db, paymentId)
  if (!row?.customerEmail) return null
  const subject = formatReceiptSubject({ invoiceNumber: row.number, businessName: row.business.name })
  return insertEmail(db, invoiceType, {
    documentId: row.invoiceId,
    receiptOf: { paymentId, isCounted: false },
    to: row.customerEmail,
    subject,
  })
}

/** The customer's receipt: one per payment, for what had come with it; with the receipt as a PDF. */
export const receiptRunner = (deps: Deps & { receipts: ReceiptDocuments; pdf: PdfRenderer }) => {
  const { database, receipts, pdf, publicUrl } = deps
  const deliver = createDocumentEmailSender(invoiceType, deps)
  return runner(receiptJob, async ({ userId, paymentId }, attempt) => {
    const emailId = await database.asUser(userId, (db) => emailOfReceipt(db, paymentId))
    if (emailId === null) return
    await deliver(userId, emailId, attempt, async ({ subject }) => {
      const { row, receipt } = await database.asUser(userId, async (db) => {
        const row = await readPaymentDetails(db, paymentId)
        const isThere = row?.status === 'succeeded' && !row.isDeleted && row.customerEmail
        return { row, receipt: isThere ? await receipts.read(db, row.invoiceId, paymentId) : null }
      })
      if (!row || row.isDeleted) return { undeliverable: 'The invoice was deleted before its receipt was sent.' }
      if (row.status !== 'succeeded') return { undeliverable: 'The payment was undone before its receipt was sent.' }
      if (!row.customerEmail || !receipt) return { undeliverable: "The customer's e-mail address was removed before the receipt was sent." }
      return {
        ...receiptMail({
          businessName: row.business.name,
          businessEmail: row.business.email,
          customerName: row.customerName,
          invoiceNumber: row.number,
          ...sumsOf(row),
          isSandbox: receipt.isSandbox,
          method: getMethodLabel(row.method),
          date: formatDay(row.day),
          viewUrl: new URL(payPath(row.publicId), publicUrl()).href,
        }),
        subject,
        to: { name: row.customerName, address: row.customerEmail },
        messageId: `<receipt-${userId}-${paymentId}@${publicUrl().hostname}>`,
        attachments: [
          { fileName: receipt.fileName, contentType: 'application/pdf', bytes: await pdf.render(receipt.document, getPdfAccount(userId)) },
        ],
      }
    })
  })
}

/** The owner's note that money came. */
export const paymentReceivedRunner = (deps: Deps) =>
  runner(paymentReceivedJob, async ({ userId, paymentId }) => {
    const row = await deps.database.asUser(userId, (db) => readPaymentDetails(db, paymentId))
    if (!row?.userEmail || row.status !== 'succeeded') return
    const ownerName = displayName({ firstName: row.firstName, lastName: row.lastName, email: row.userEmail })
    await sendOwnerNotification(deps, `invoice ${row.number}`, {
      ...paymentReceivedMail({
        ownerName,
        customerName: row.customerName,
        invoiceNumber: row.number,
        amount: formatMoney(row.amount),
        method: getMethodLabel(row.method),
        isSandbox: row.isSandbox,
        invoiceUrl: new URL(`/invoices/${row.invoiceId}`, deps.publicUrl()).href,
      }),
      to: { name: ownerName, address: row.userEmail },
      messageId: `<payment-received-${userId}-${paymentId}@${deps.publicUrl().hostname}>`,
    })
  })
