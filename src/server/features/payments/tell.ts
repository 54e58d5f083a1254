import { insertEmail } from '#server/papers/emails.ts'
import { invoiceKind } from '#server/papers/kind.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { ownerNoteJob, receiptJob } from './receipt.job.ts'
import { receiptSubject } from './receipt.mail.ts'
import { readPayment } from './told.ts'

/** Queues the job that sends a payment's receipt; asked again, it runs at once. */
export const queueReceipt = (db: UserDb, paymentId: number): Promise<void> =>
  enqueue(db, receiptJob, { userId: db.userId, paymentId }, { key: `receipt-${db.userId}-${paymentId}` })

/** One receipt for the customer and one note for the owner per payment, each its own job: a failure of one repeats no other. */
export const tellOfPayment = async (db: UserDb, paymentId: number): Promise<void> => {
  const { invoiceId, number, business, customerEmail, provider } = (await readPayment(db, paymentId))!
  if (customerEmail) {
    const subject = receiptSubject({ invoiceNumber: number, businessName: business.name })
    // Money that a provider has taken is worth a receipt, whatever its owner may send.
    await insertEmail(db, invoiceKind, {
      ...{ paperId: invoiceId, to: customerEmail, subject },
      receiptOf: { paymentId, isCounted: provider === 'manual' },
    })
    await queueReceipt(db, paymentId)
  }
  await enqueue(db, ownerNoteJob, { userId: db.userId, paymentId }, { key: `owner-note-${db.userId}-${paymentId}` })
}
