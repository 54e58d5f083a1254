import { z } from 'zod'
import { insertEmail } from '#server/domain/documents/emails/store.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { enqueue, job } from '#server/platform/jobs/jobs.ts'
import { toSingleLine } from '#server/platform/text/plain-text.ts'
import { textsIn } from '#shared/customer-texts.ts'
import type { DocumentLanguage } from '#shared/document-languages.ts'
import { type Amount, toDecimal } from '#shared/money.ts'
import { type ProviderName, providerNames } from '#shared/payment-methods.ts'
import { readPaymentDetails } from './payment-details.ts'

// The emails that changes of payments queue. What they say is written in features/payments: customer-emails and owner-notifications.

export const receiptJob = job('payments.receipt', { paymentId: z.int() })

const disputeStates = ['open', 'won', 'lost'] as const
export type DisputeState = (typeof disputeStates)[number]

/** The names are stored in the queue. */
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

export const formatReceiptSubject = ({
  invoiceNumber: number,
  businessName: business,
  language,
}: {
  invoiceNumber: string
  businessName: string
  language: DocumentLanguage
}): string => toSingleLine(textsIn(language).t('Receipt for invoice {number} from {business}', { number, business }))

/** Queued again, it replaces the one that waits and runs at once. */
export const queueReceipt = (db: UserDb, paymentId: number): Promise<void> =>
  enqueue(db, receiptJob, { userId: db.userId, paymentId }, { key: `receipt-${db.userId}-${paymentId}` })

/** Each has its own job, so that the retry of one doesn't send the other again. */
export const notifyPayment = async (db: UserDb, paymentId: number): Promise<void> => {
  const { invoiceId, number, business, customerEmail, provider } = (await readPaymentDetails(db, paymentId))!
  if (customerEmail) {
    await insertEmail(db, {
      documentId: invoiceId,
      to: customerEmail,
      subject: formatReceiptSubject({ invoiceNumber: number, businessName: business.name, language: business.language }),
      // A receipt for money that a provider took is sent whatever the account's email allowance.
      receiptOf: { paymentId, isCounted: provider === 'manual' },
    })
    await queueReceipt(db, paymentId)
  }
  const { paymentReceived } = ownerNotificationJobs
  await enqueue(db, paymentReceived, { userId: db.userId, paymentId }, { key: `owner-note-${db.userId}-${paymentId}` })
}

export const notifyDispute = async (db: UserDb, paymentId: number, state: DisputeState): Promise<void> => {
  const at = new Date().toISOString()
  const key = `disputed-${db.userId}-${paymentId}-${state}-${at}`
  await enqueue(db, ownerNotificationJobs.disputed, { userId: db.userId, paymentId, state, at }, { key })
}

/** Of a refund made here; once for each. */
export const notifyRefundFailed = (db: UserDb, refundId: number, { isUnclear = false } = {}): Promise<void> => {
  const { refundFailed } = ownerNotificationJobs
  return enqueue(db, refundFailed, { userId: db.userId, refundId, isUnclear }, { key: `refund-failed-${db.userId}-${refundId}` })
}

/** Refunded money came back without a failed refund of ours. */
export const notifyRefundUndone = async (db: UserDb, paymentId: number, amount: Amount): Promise<void> => {
  const at = new Date().toISOString()
  const key = `refund-undone-${db.userId}-${paymentId}-${at}`
  await enqueue(db, ownerNotificationJobs.refundUndone, { userId: db.userId, paymentId, amount: toDecimal(amount), at }, { key })
}

export const notifyReviewNeeded = (db: UserDb, attemptId: string): Promise<void> =>
  enqueue(db, ownerNotificationJobs.reviewNeeded, { userId: db.userId, attemptId }, { key: `questioned-${attemptId}` })

export const notifyKeyRefused = (db: UserDb, provider: ProviderName, version: number, refusedAt: Date): Promise<void> => {
  const payload = { userId: db.userId, provider, refusedAt: refusedAt.toISOString() }
  return enqueue(db, ownerNotificationJobs.keyRefused, payload, { key: `key-refused-${db.userId}-${provider}-${version}` })
}

export const notifyDifferences = (db: UserDb, provider: ProviderName, attemptIds: string[], foundAt: Date): Promise<void> => {
  const at = foundAt.getTime()
  const payload = { userId: db.userId, provider, attemptIds, at }
  return enqueue(db, ownerNotificationJobs.differencesFound, payload, { key: `differs-${db.userId}-${provider}-${at}` })
}
