import { invoiceType } from '#server/domain/documents/document-type.ts'
import { insertEmail } from '#server/domain/documents/emails/store.ts'
import { paymentReceivedJob, receiptJob } from '#server/features/payments/customer-emails/receipt.job.ts'
import { formatReceiptSubject } from '#server/features/payments/customer-emails/receipt.mail.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { readPaymentDetails } from './payment-details.ts'

/** Queues the job that sends a payment's receipt; asked again, it runs at once. */
export const queueReceipt = (db: UserDb, paymentId: number): Promise<void> =>
  enqueue(db, receiptJob, { userId: db.userId, paymentId }, { key: `receipt-${db.userId}-${paymentId}` })

/** One receipt for the customer and one note for the owner per payment, each its own job: a failure of one repeats no other. */
export const notifyPayment = async (db: UserDb, paymentId: number): Promise<void> => {
  const { invoiceId, number, business, customerEmail, provider } = (await readPaymentDetails(db, paymentId))!
  if (customerEmail) {
    const subject = formatReceiptSubject({ invoiceNumber: number, businessName: business.name })
    // Money that a provider has taken is worth a receipt, whatever its owner may send.
    await insertEmail(db, invoiceType, {
      ...{ documentId: invoiceId, to: customerEmail, subject },
      receiptOf: { paymentId, isCounted: provider === 'manual' },
    })
    await queueReceipt(db, paymentId)
  }
  await enqueue(db, paymentReceivedJob, { userId: db.userId, paymentId }, { key: `owner-note-${db.userId}-${paymentId}` })
}
