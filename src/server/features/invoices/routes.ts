import { randomUUID } from 'node:crypto'
import type { UserDb } from '#server/platform/db/client.ts'
import { once, storedAs } from '#server/platform/db/idempotency.ts'
import { AppError } from '#server/platform/errors.ts'
import { route } from '#server/platform/http/route.ts'
import { enqueue } from '#server/platform/jobs.ts'
import type { PdfRenderer } from '#server/platform/pdf/pdf.ts'
import { invoicesApi } from '#shared/api/invoices.ts'
import { mayEmail } from '#shared/invoice-rules.ts'
import { createInvoice } from './create.ts'
import { issueInvoice } from './issue.ts'
import { nextInvoiceNumber } from './numbers.ts'
import type { InvoicePapers } from './papers.ts'
import { pdfReply } from './pdf-reply.ts'
import { type Invoice, listInvoices, oneInvoice } from './read.ts'
import { sendInvoiceJob } from './send.job.ts'

type Deps = { papers: InvoicePapers; pdf: PdfRenderer; absolute: (path: string) => string }

const stored = storedAs(invoicesApi.create.reply)

export const invoiceRoutes = ({ papers, pdf, absolute }: Deps) => {
  // The link is stored as a path, so that it stays right when the server moves to another address.
  const withLink = (invoice: Invoice): Invoice => ({ ...invoice, paymentUrl: invoice.paymentUrl && absolute(invoice.paymentUrl) })

  return [
    route(invoicesApi.list, ({ user, query, today }) =>
      user.tx(async (db) => {
        const { rows, next } = await listInvoices(db, query, today)
        return { rows: rows.map(withLink), next }
      }),
    ),

    route(invoicesApi.nextNumber, ({ user, today }) => user.tx(async (db) => ({ invoiceNumber: await nextInvoiceNumber(db, today) }))),

    route(invoicesApi.create, ({ user, body, today, idempotency }) =>
      user.tx((db) =>
        once(
          db,
          idempotency,
          async () => {
            const id = await createInvoice(db, body)
            const invoice = await oneInvoice(db, id, today)
            const emailedTo = body.status === 'sent' ? invoice.customer.email : null
            if (emailedTo) await queue(db, id)
            return { ...withLink(invoice), emailedTo }
          },
          stored,
        ),
      ),
    ),

    route(invoicesApi.sendEmail, ({ user, params, today }) =>
      user.tx(async (db) => {
        const invoice = await oneInvoice(db, params.id, today)
        const may = mayEmail(invoice)
        if (may === 'already paid') throw new AppError(409, 'This invoice has already been paid.')
        if (may === 'no e-mail address') throw new AppError(409, "Customer doesn't have an email address on file.")
        if (invoice.status === 'draft') await issueInvoice(db, params.id)
        await queue(db, params.id)
        const emailedTo = invoice.customer.email!
        return { message: `Invoice ${invoice.invoiceNumber} is on its way to ${emailedTo}`, emailedTo }
      }),
    ),

    route(invoicesApi.pdf, async ({ user, params }) => pdfReply(pdf, (await user.tx((db) => papers.read(db, params.id))).paper)),
  ]
}

const queue = (db: UserDb, invoiceId: number) => enqueue(db, sendInvoiceJob, { userId: db.userId, invoiceId, sendId: randomUUID() })
