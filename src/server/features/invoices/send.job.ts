import { z } from 'zod'
import type { Database } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors.ts'
import { job, runner } from '#server/platform/jobs.ts'
import type { SendMail } from '#server/platform/mail/mail.ts'
import { MailRefusedError } from '#server/platform/mail/transport.ts'
import type { PdfRenderer } from '#server/platform/pdf/pdf.ts'
import { showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { payPath } from '#shared/paths.ts'
import { invoiceMail } from './invoice.mail.ts'
import type { InvoicePapers } from './papers.ts'

/** Sends an invoice to the address on its customer's record. `sendId` tells one wish to send from the next. */
export const sendInvoiceJob = job('invoices.send', { invoiceId: z.int(), sendId: z.string() })

type Deps = {
  database: Database
  papers: InvoicePapers
  pdf: PdfRenderer
  send: SendMail
  publicUrl: () => URL
  log: (line: string) => void
}

export const sendInvoiceRunner = ({ database, papers, pdf, send, publicUrl, log }: Deps) =>
  runner(sendInvoiceJob, async ({ userId, invoiceId, sendId }) => {
    const found = await database
      .asUser(userId, (db) => papers.read(db, invoiceId))
      .catch((error: unknown) => {
        // Only 'there is no such invoice' may end the job: a database that is away must not cost the customer his mail.
        if (error instanceof AppError && error.status === 404) return null
        throw error
      })
    const address = found?.invoice.customer.email
    // Deleted meanwhile, or the address was taken off the record: there is nothing to send any more.
    if (!found || !address) return log(`Invoice ${invoiceId} of user ${userId} has nobody to go to any more; not sent.`)
    const { invoice, parties, paper } = found
    const bytes = await pdf.render(paper)
    const { business, customer } = parties
    await send({
      ...invoiceMail({
        businessName: business.name,
        businessEmail: business.email,
        customerName: customer.name,
        invoiceNumber: invoice.invoiceNumber,
        total: showMoney(invoice.total),
        balanceDue: showMoney(invoice.balanceDue),
        dueDate: showDay(invoice.dueDate),
        payUrl: new URL(payPath(parties.publicId), publicUrl()).href,
      }),
      to: { name: customer.name, address },
      messageId: `<invoice-${userId}-${invoiceId}-${sendId}@${publicUrl().hostname}>`,
      attachments: [{ fileName: `${invoice.invoiceNumber}.pdf`, contentType: 'application/pdf', bytes }],
    }).catch((error: unknown) => {
      // The mail server refuses this message for good: trying again would only annoy it.
      if (!(error instanceof MailRefusedError)) throw error
      log(`The mail server refused invoice ${invoice.invoiceNumber}: ${error.message}`)
    })
  })
