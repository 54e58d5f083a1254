import { once, storedAs } from '#server/platform/db/idempotency.ts'
import { route } from '#server/platform/http/route.ts'
import type { PdfRenderer } from '#server/platform/pdf/pdf.ts'
import { invoicesApi } from '#shared/api/invoices.ts'
import { createInvoice } from './create.ts'
import { queueInvoiceEmail } from './emails.ts'
import type { InvoiceMoney } from './money.ts'
import { nextInvoiceNumber } from './numbers.ts'
import type { InvoicePapers } from './papers.ts'
import { pdfReply } from './pdf-reply.ts'
import { type Invoice, listInvoices, oneInvoice } from './read.ts'

type Deps = { papers: InvoicePapers; pdf: PdfRenderer; money: InvoiceMoney; absolute: (path: string) => string }

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
            const id = await createInvoice(db, body, today)
            const invoice = await oneInvoice(db, id, today)
            const emailedTo = body.status === 'sent' ? invoice.customer.email : null
            if (emailedTo) await queueInvoiceEmail(db, invoice)
            return { ...withLink(invoice), emailedTo }
          },
          stored,
        ),
      ),
    ),

    route(invoicesApi.pdf, async ({ user, params }) => pdfReply(pdf, (await user.tx((db) => papers.read(db, params.id))).paper)),
  ]
}
