import { z } from 'zod'
import type { PaperEmail } from '#server/papers/emails.ts'
import { invoiceKind } from '#server/papers/kind.ts'
import { type Mailing, noAddress, queuePaperEmail } from '#server/papers/mailing.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { enqueue, job } from '#server/platform/jobs.ts'
import { showDay } from '#shared/dates.ts'
import { mayEmail } from '#shared/invoice-rules.ts'
import { showMoney } from '#shared/money.ts'
import { payPath } from '#shared/paths.ts'
import { invoiceWords } from './invoice.mail.ts'
import { type Invoice, oneInvoice } from './read.ts'

/** Sends an invoice's e-mail. Wishes that were queued before e-mails had rows name the invoice alone. */
export const sendInvoiceJob = job('invoices.send', { emailId: z.int().optional(), invoiceId: z.int().optional() })

const whyNot = { 'already paid': 'This invoice has already been paid.', 'no e-mail address': noAddress }

/** How invoices go out by e-mail. */
export const invoiceMailing: Mailing<Invoice> = {
  of: invoiceKind,
  one: oneInvoice,
  isDraft: ({ status }) => status === 'draft',
  may: (invoice) => {
    const may = mayEmail(invoice)
    return may === true || whyNot[may]
  },
  tooLate: ({ status }) => (status === 'draft' ? 'was made a draft again' : null),
  words: ({ invoiceNumber, total, balanceDue, dueDate }) =>
    invoiceWords({ invoiceNumber, total: showMoney(total), balanceDue: showMoney(balanceDue), dueDate: showDay(dueDate) }),
  path: payPath,
  queue: (db, emailId, key) => enqueue(db, sendInvoiceJob, { userId: db.userId, emailId }, { key }),
}

/** Queues the e-mail that brings an invoice to its customer, in the usual words. @throws AppError 409 when there is no address */
export const queueInvoiceEmail = (db: UserDb, invoice: Invoice): Promise<PaperEmail> => queuePaperEmail(invoiceMailing, db, invoice)
