import type { Database } from '#server/platform/db/client.ts'
import { emailCourier } from '#server/platform/deliver-email.ts'
import { AppError } from '#server/platform/errors.ts'
import { runner } from '#server/platform/jobs.ts'
import type { SendMail } from '#server/platform/mail/mail.ts'
import type { PdfRenderer } from '#server/platform/pdf/pdf.ts'
import { usersToday } from '#server/platform/users-today.ts'
import { showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { payPath } from '#shared/paths.ts'
import { queueInvoiceEmail, sendInvoiceJob } from './emails.ts'
import { invoiceMail } from './invoice.mail.ts'
import type { InvoicePapers } from './papers.ts'
import { oneInvoice } from './read.ts'

type Deps = {
  database: Database
  papers: InvoicePapers
  pdf: PdfRenderer
  send: SendMail
  publicUrl: () => URL
  now: () => Date
  log: (line: string) => void
}

/** Only 'there is no such invoice' counts as gone: a database that is away must not cost the customer his mail. */
const unlessGone = (error: unknown): null => {
  if (error instanceof AppError && error.status === 404) return null
  throw error
}

/** Sends an invoice to the address on its customer's record. */
export const sendInvoiceRunner = (deps: Deps) => {
  const { database, papers, pdf, publicUrl, now } = deps
  const deliver = emailCourier(deps)

  const giveRow = (userId: number, invoiceId: number) =>
    database.asUser(userId, async (db) => {
      const invoice = await oneInvoice(db, invoiceId, await usersToday(db, now())).catch(unlessGone)
      if (invoice?.customer.email) await queueInvoiceEmail(db, invoice)
    })

  return runner(sendInvoiceJob, async ({ userId, emailId, invoiceId: wished }, attempt) => {
    if (emailId === undefined) {
      if (wished !== undefined) await giveRow(userId, wished)
      return
    }
    await deliver(userId, emailId, attempt, async ({ invoiceId, subject, message }) => {
      const found = await database.asUser(userId, (db) => papers.read(db, invoiceId)).catch(unlessGone)
      if (!found) return { undeliverable: 'The invoice was deleted before it was sent.' }
      const { invoice, parties, paper } = found
      if (invoice.status === 'draft') return { undeliverable: 'The invoice was made a draft again before it was sent.' }
      const address = invoice.customer.email
      if (!address) return { undeliverable: "The customer's e-mail address was removed before the invoice was sent." }
      const bytes = await pdf.render(paper)
      const { business, customer } = parties
      return {
        ...invoiceMail({
          businessName: business.name,
          businessEmail: business.email,
          customerName: customer.name,
          invoiceNumber: invoice.invoiceNumber,
          total: showMoney(invoice.total),
          balanceDue: showMoney(invoice.balanceDue),
          dueDate: showDay(invoice.dueDate),
          payUrl: new URL(payPath(parties.publicId), publicUrl()).href,
          subject,
          message,
        }),
        to: { name: customer.name, address },
        messageId: `<invoice-${userId}-${invoiceId}-${emailId}@${publicUrl().hostname}>`,
        attachments: [{ fileName: `${invoice.invoiceNumber}.pdf`, contentType: 'application/pdf', bytes }],
      }
    })
  })
}
