import { z } from 'zod'
import { invoiceKind } from '#server/papers/kind.ts'
import { knownLogo, logoReply, publicBusinessOf } from '#server/papers/logo-reply.ts'
import { pdfReply } from '#server/papers/pdf-reply.ts'
import { findPublicPaper } from '#server/papers/public-id.ts'
import type { Database, UserDb } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors.ts'
import { publicRoute } from '#server/platform/http/route.ts'
import type { PdfRenderer } from '#server/platform/pdf/pdf.ts'
import type { ObjectStore } from '#server/platform/storage/object-store.ts'
import { publicInvoice, publicInvoiceApi } from '#shared/api/public-invoice.ts'
import { isPublic } from '#shared/invoice-rules.ts'
import type { InvoicePapers } from './papers.ts'

type Deps = {
  database: Database
  papers: InvoicePapers
  pdf: PdfRenderer
  objects: ObjectStore
  absolute: (path: string) => string
  paymentConfig: (db: UserDb) => Promise<z.output<typeof publicInvoice>['paymentConfig']>
}

const payments = z.array(publicInvoice.shape.payments.element)

/** The money that came and stayed, newest first. */
const paymentsOf = async (db: UserDb, invoiceId: number) =>
  payments.parse(
    await db.rows(
      `select (amount - refunded)::text as amount, payment_date as "paymentDate", payment_method as "paymentMethod"
       from payments where user_id = $1 and invoice_id = $2 and status = 'succeeded' order by id desc`,
      [db.userId, invoiceId],
    ),
  )

/** Whether the receipt of the newest payment went out, or is about to. */
const hasReceiptMail = async (db: UserDb, invoiceId: number): Promise<boolean> => {
  const [latest] = await db.rows<{ state: string | null }>(
    `select e.state from payments p
     left join invoice_emails e on e.user_id = p.user_id and e.payment_id = p.id
     where p.user_id = $1 and p.invoice_id = $2 and p.status = 'succeeded' order by p.id desc limit 1`,
    [db.userId, invoiceId],
  )
  return latest?.state === 'accepted' || latest?.state === 'queued'
}

/** What customers see: found by the invoice's public id alone, and only once it was sent. */
export const publicInvoiceRoutes = ({ database, papers, pdf, objects, absolute, paymentConfig }: Deps) => {
  const open = <T>(publicId: string, work: (db: UserDb, found: Awaited<ReturnType<InvoicePapers['read']>>) => Promise<T>): Promise<T> =>
    findPublicPaper(database, invoiceKind, publicId, async (db, invoiceId) => {
      const found = await papers.read(db, invoiceId)
      if (!isPublic(found.stored)) throw notFound('Invoice')
      return work(db, found)
    })

  return [
    publicRoute(publicInvoiceApi.read, ({ params }) =>
      open(params.publicId, async (db, { stored: invoice, parties }) => {
        const paid = await paymentsOf(db, invoice.id)
        return {
          invoice: {
            ...invoice,
            id: params.publicId,
            paymentUrl: invoice.paymentUrl && absolute(invoice.paymentUrl),
            customerName: parties.customer.name,
            receiptEmailed: invoice.customer.email !== null && (await hasReceiptMail(db, invoice.id)),
          },
          lineItems: invoice.lineItems,
          businessProfile: publicBusinessOf(parties.business, `/api/public/invoice/${params.publicId}/logo`),
          paymentConfig: await paymentConfig(db),
          payments: paid,
        }
      }),
    ),
    publicRoute(publicInvoiceApi.logo, async ({ params }) =>
      logoReply(objects, await open(params.publicId, (db, { parties }) => knownLogo(db, parties.business.logoKey))),
    ),
    publicRoute(publicInvoiceApi.pdf, async ({ params }) => pdfReply(pdf, await open(params.publicId, async (_db, { paper }) => paper))),
  ]
}
