import { z } from 'zod'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { emailOf, type InvoiceEmail, insertEmail } from '#server/platform/invoice-emails.ts'
import { enqueue, job } from '#server/platform/jobs.ts'
import { oneLine, severalLines } from '#server/platform/mail/text.ts'
import { usualMessage, usualSubject } from './invoice.mail.ts'
import { partiesOf } from './issue.ts'
import type { Invoice } from './read.ts'

/** Sends an invoice's e-mail. Wishes that were queued before e-mails had rows name the invoice alone. */
export const sendInvoiceJob = job('invoices.send', { emailId: z.int().optional(), invoiceId: z.int().optional() })

/** Why an invoice can't go out by e-mail, for a person: 409. */
export const cantEmail = (why: 'already paid' | 'no e-mail address'): AppError =>
  new AppError(409, why === 'already paid' ? 'This invoice has already been paid.' : "Customer doesn't have an email address on file.")

/** Queues the job that sends an e-mail's row; asked again, it runs at once. */
export const queueSending = (db: UserDb, emailId: number): Promise<void> =>
  enqueue(db, sendInvoiceJob, { userId: db.userId, emailId }, { key: `email-${db.userId}-${emailId}` })

/**
 * Queues the e-mail that brings an invoice to the address on its customer's record.
 * @param words the owner's own subject and text; what is empty or missing is said in the usual words
 * @throws AppError 409 when there is no address
 */
export const queueInvoiceEmail = async (
  db: UserDb,
  invoice: Invoice,
  words: { subject?: string | undefined; message?: string | null | undefined } = {},
): Promise<InvoiceEmail> => {
  if (!invoice.customer.email) throw cantEmail('no e-mail address')
  const { business, customer } = await partiesOf(db, invoice.id)
  const names = { businessName: business.name, customerName: customer.name, invoiceNumber: invoice.invoiceNumber }
  const message = severalLines(words.message ?? '')
  const id = await insertEmail(db, {
    kind: 'invoice',
    invoiceId: invoice.id,
    to: invoice.customer.email,
    subject: oneLine(words.subject ?? '') || usualSubject(names),
    message: message && message !== usualMessage(names) ? message : null,
  })
  await queueSending(db, id)
  return oneEmail(db, invoice.id, id)
}

/** @throws AppError 404 */
export const oneEmail = async (db: UserDb, invoiceId: number, emailId: number): Promise<InvoiceEmail> => {
  const found = await emailOf(db, invoiceId, emailId)
  if (!found) throw notFound('E-mail')
  return found
}
