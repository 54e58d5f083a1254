import type { z } from 'zod'
import { invoiceKind } from '#server/papers/kind.ts'
import { knownLogo, logoReply, publicBusinessOf } from '#server/papers/logo-reply.ts'
import { pdfReply } from '#server/papers/pdf-reply.ts'
import { findPublicPaper } from '#server/papers/public-id.ts'
import type { Database, UserDb } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors.ts'
import { publicRoute } from '#server/platform/http/route.ts'
import type { PdfRenderer } from '#server/platform/pdf/pdf.ts'
import type { ObjectStore } from '#server/platform/storage/object-store.ts'
import { type publicInvoice, publicInvoiceApi } from '#shared/api/public-invoice.ts'
import { isPublic } from '#shared/invoice-rules.ts'
import type { InvoicePapers } from './papers.ts'
import { publicPayments } from './public-payments.ts'
import type { InvoiceReceipts } from './receipts.ts'
import { noteVisit } from './visits.ts'

type Deps = {
  database: Database
  papers: InvoicePapers
  receipts: InvoiceReceipts
  pdf: PdfRenderer
  objects: ObjectStore
  absolute: (path: string) => string
  now: () => Date
  log: (line: string) => void
  paymentConfig: (db: UserDb) => Promise<z.output<typeof publicInvoice>['paymentConfig']>
}

/** What customers see: found by the invoice's public id alone, and only once it was sent. */
export const publicInvoiceRoutes = (deps: Deps) => {
  const { database, papers, receipts, pdf, objects, absolute, paymentConfig } = deps
  const open = <T>(publicId: string, work: (db: UserDb, found: Awaited<ReturnType<InvoicePapers['read']>>) => Promise<T>): Promise<T> =>
    findPublicPaper(database, invoiceKind, publicId, async (db, invoiceId) => {
      const found = await papers.read(db, invoiceId)
      if (!isPublic(found.stored)) throw notFound('Invoice')
      return work(db, found)
    })

  return [
    publicRoute(publicInvoiceApi.read, async ({ params, user, isLookAhead }) => {
      const { publicId } = params
      const { ownerId, id, shown } = await open(publicId, async (db, { stored: invoice, parties }) => {
        const [money, config] = await Promise.all([publicPayments(db, invoice), paymentConfig(db)])
        const { payments, hasReceiptMail, isTried, ...sums } = money
        return {
          ownerId: db.userId,
          id: invoice.id,
          shown: {
            invoice: {
              ...invoice,
              ...sums,
              id: publicId,
              paymentUrl: invoice.paymentUrl && absolute(invoice.paymentUrl),
              customerName: parties.customer.name,
              receiptEmailed: invoice.customer.email !== null && hasReceiptMail,
            },
            lineItems: invoice.lineItems,
            businessProfile: publicBusinessOf(parties.business, `/api/public/invoice/${publicId}/logo`),
            // What was paid to try things out stays marked when the sandbox is off again.
            paymentConfig: { ...config, sandbox: config.sandbox || (isTried && invoice.status === 'paid') },
            payments,
          },
        }
      })
      // Its owner looks at it too, and browsers ahead of a click.
      if (user?.id !== ownerId && !isLookAhead) await noteVisit(deps, ownerId, id)
      return shown
    }),
    publicRoute(publicInvoiceApi.logo, async ({ params }) =>
      logoReply(objects, await open(params.publicId, (db, { parties }) => knownLogo(db, parties.business.logoKey))),
    ),
    publicRoute(publicInvoiceApi.pdf, async ({ params }) => {
      const { ownerId, paper } = await open(params.publicId, async (db, { paper }) => ({ ownerId: db.userId, paper }))
      return pdfReply(pdf, { ownerId, isCustomer: true }, paper)
    }),
    publicRoute(publicInvoiceApi.receipt, async ({ params }) => {
      const { ownerId, paper, fileName } = await open(params.publicId, async (db, found) => ({
        ownerId: db.userId,
        ...(await receipts.of(db, found)),
      }))
      return pdfReply(pdf, { ownerId, isCustomer: true }, paper, fileName)
    }),
  ]
}
