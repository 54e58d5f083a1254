import { z } from 'zod'
import { insertEmail } from '#server/domain/documents/emails/store.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { enqueue, job } from '#server/platform/jobs/jobs.ts'
import { toSingleLine } from '#server/platform/text/plain-text.ts'
import { type Amount, toDecimal } from '#shared/money.ts'
import { type ProviderName, providerNames } from '#shared/payment-methods.ts'
import { readPaymentDetails } from './payment-details.ts'

// The emails that changes of payments queue. What they say is written in features/payments: customer-emails and owner-notifications.

export const receiptJob = job('payments.receipt', { paymentId: z.int() })

const disputeStates = ['open', 'won', 'lost'] as const
export type DisputeState = (typeof disputeStates)[number]

/** The notifications of the owner. The names are stored in the queue. */
export const ownerNotificationJobs = {
  paymentReceived: job('payments.owner-note', { paymentId: z.int() }),
  /** `at`: when it was recorded; a payment can be disputed more than once. */
  disputed: job('payments.disputed', { paymentId: z.int(), state: z.enum(disputeStates), at: z.iso.datetime() }),
  /** `isUnclear`: the outcome at the provider is unknown. */
  refundFailed: job('payments.refund-failed', { refundId: z.int(), isUnclear: z.boolean() }),
  /** `amount`: decimal text. */
  refundUndone: job('payments.refund-undone', { paymentId: z.int(), amount: z.string(), at: z.iso.datetime() }),
  reviewNeeded: job('payments.questioned', { attemptId: z.string() }),
  keyRefused: job('payments.key-refused', { provider: z.enum(providerNames), refusedAt: z.iso.datetime() }),
  /** `at`: when the differences were found, in milliseconds since 1970. */
  differencesFound: job('payments.differs-note', { provider: z.enum(providerNames), attemptIds: z.array(z.string()), at: z.int() }),
}

export const formatReceiptSubject = ({ invoiceNumber, businessName }: { invoiceNumber: string; businessName: string }): string =>
  toSingleLine(`Receipt for invoice ${invoiceNumber} from ${businessName}`)

/** Queues the job that sends the receipt of a payment. Queued again, it replaces the one that waits and runs at once. */
export const queueReceipt = (db: UserDb, paymentId: number): Promise<void> =>
  enqueue(db, receiptJob, { userId: db.userId, paymentId }, { key: `receipt-${db.userId}-${paymentId}` })

/** Queues the customer's receipt and the owner's notification. Each has its own job, so that the retry of one doesn't send the other again. */
export const notifyPayment = async (db: UserDb, paymentId: number): Promise<void> => {
  const { invoiceId, number, business, customerEmail, provider } = (await readPaymentDetails(db, paymentId))!
  if (customerEmail) {
    await insertEmail(db, {
      documentId: invoiceId,
      to: customerEmail,
      subject: formatReceiptSubject({ invoiceNumber: number, businessName: business.name }),
      // A receipt for money that a provider took is sent whatever the account's email allowance.
      receiptOf: { paymentId, isCounted: provider === 'manual' },
    })
    await queueReceipt(db, paymentId)
  }
  const { paymentReceived } = ownerNotificationJobs
  await enqueue(db, paymentReceived, { userId: db.userId, paymentId }, { key: `owner-note-${db.userId}-${paymentId}` })
}

/** Queues the notification that a dispute was opened or has ended. */
export const notifyDispute = async (db: UserDb, paymentId: number, state: DisputeState): Promise<void> => {
  const at = new Date().toISOString()
  const key = `disputed-${db.userId}-${paymentId}-${state}-${at}`
  await enqueue(db, ownerNotificationJobs.disputed, { userId: db.userId, paymentId, state, at }, { key })
}

/** Queues the notification that a refund made here failed, once for each refund. */
export const notifyRefundFailed = (db: UserDb, refundId: number, { isUnclear = false } = {}): Promise<void> => {
  const { refundFailed } = ownerNotificationJobs
  return enqueue(db, refundFailed, { userId: db.userId, refundId, isUnclear }, { key: `refund-failed-${db.userId}-${refundId}` })
}

/** Queues the notification that refunded money came back without a failed refund of ours. */
export const notifyRefundUndone = async (db: UserDb, paymentId: number, amount: Amount): Promise<void> => {
  const at = new Date().toISOString()
  const key = `refund-undone-${db.userId}-${paymentId}-${at}`
  await enqueue(db, ownerNotificationJobs.refundUndone, { userId: db.userId, paymentId, amount: toDecimal(amount), at }, { key })
}

/** Queues the notification that the owner has to decide about a payment. */
export const notifyReviewNeeded = (db: UserDb, attemptId: string): Promise<void> =>
  enqueue(db, ownerNotificationJobs.reviewNeeded, { userId: db.userId, attemptId }, { key: `questioned-${attemptId}` })

/** Queues the notification that a provider refuses an API key. @param version of the key */
export const notifyKeyRefused = (db: UserDb, provider: ProviderName, version: number, refusedAt: Date): Promise<void> => {
  const payload = { userId: db.userId, provider, refusedAt: refusedAt.toISOString() }
  return enqueue(db, ownerNotificationJobs.keyRefused, payload, { key: `key-refused-${db.userId}-${provider}-${version}` })
}

/** Queues the notification that payments differ from what the provider reports. */
export const notifyDifferences = (db: UserDb, provider: ProviderName, attemptIds: string[], foundAt: Date): Promise<void> => {
  const at = foundAt.getTime()
  const payload = { userId: db.userId, provider, attemptIds, at }
  return enqueue(db, ownerNotificationJobs.differencesFound, payload, { key: `differs-${db.userId}-${provider}-${at}` })
}
