import { restorePaper } from '#server/papers/deletion.ts'
import { invoiceKind } from '#server/papers/kind.ts'
import { numberingRoutes } from '#server/papers/numbering-routes.ts'
import { nextNumber } from '#server/papers/numbers.ts'
import { pdfReply } from '#server/papers/pdf-reply.ts'
import { change, route } from '#server/platform/http/route.ts'
import type { PdfRenderer } from '#server/platform/pdf/pdf.ts'
import { invoicesApi } from '#shared/api/invoices.ts'
import { createDraft, createInvoice } from './create.ts'
import { removeInvoice } from './deletion.ts'
import { downloadInvoices } from './download.ts'
import { editInvoice } from './edit.ts'
import { queueInvoiceEmail } from './emails.ts'
import { exportInvoices } from './export.ts'
import { historyOf } from './history.ts'
import { invoices } from './list.ts'
import type { InvoiceMoney } from './money.ts'
import type { InvoicePapers } from './papers.ts'
import { linked, oneInvoice } from './read.ts'
import type { InvoiceReceipts } from './receipts.ts'
import { summaryOf } from './summary.ts'

type Deps = {
  papers: InvoicePapers
  receipts: InvoiceReceipts
  pdf: PdfRenderer
  money: InvoiceMoney
  absolute: (path: string) => string
}

export const invoiceRoutes = ({ papers, receipts, pdf, money, absolute }: Deps) => {
  const withLink = linked(absolute)

  return [
    route(invoicesApi.list, ({ user, query, today }) => invoices.reply(user, query, today, absolute('/').slice(0, -1))),
    route(invoicesApi.summary, ({ user, query, today }) => user.tx((db) => summaryOf(db, query, today))),
    route(invoicesApi.export, ({ user, query, today }) => exportInvoices(user, query, today)),
    route(invoicesApi.download, ({ user, query, today }) => downloadInvoices({ papers, pdf }, user, { ...query, today })),
    route(invoicesApi.nextNumber, ({ user, today }) =>
      user.tx(async (db) => ({ invoiceNumber: await nextNumber(db, invoiceKind, today) })),
    ),
    ...numberingRoutes(invoiceKind, invoicesApi),

    route(invoicesApi.one, async ({ user, params, today }) => withLink(await user.tx((db) => oneInvoice(db, params.id, today)))),
    change(invoicesApi.create, ({ user, body, today, once }) =>
      user.tx((db) =>
        once(db, async () => {
          if (body.status === 'draft') return (await createDraft(db, body, today)).reply
          const invoice = await oneInvoice(db, await createInvoice(db, body, today), today)
          const emailedTo = invoice.customer.email
          const email = emailedTo ? await queueInvoiceEmail(db, invoice) : null
          return { ...withLink(invoice), emailState: email?.state ?? null, emailedTo }
        }),
      ),
    ),
    change(invoicesApi.update, ({ user, params, body, today, once }) =>
      editInvoice(money, { userId: user.id, id: params.id, edit: body, today }, withLink, once),
    ),
    change(invoicesApi.remove, ({ user, params, once }) => removeInvoice(money, user.id, params.id, once)),
    change(invoicesApi.restore, ({ user, params, today, once }) =>
      user.tx((db) =>
        once(db, async () => {
          await restorePaper(db, invoiceKind, params.id)
          return withLink(await oneInvoice(db, params.id, today))
        }),
      ),
    ),
    route(invoicesApi.history, ({ user, params, today }) =>
      user.tx(async (db) => {
        await oneInvoice(db, params.id, today)
        return historyOf(money, db, params.id)
      }),
    ),
    route(invoicesApi.pdf, async ({ user, params }) =>
      pdfReply(pdf, { ownerId: user.id, isCustomer: false }, (await user.tx((db) => papers.read(db, params.id))).paper),
    ),
    route(invoicesApi.receipt, async ({ user, params }) => {
      const { paper, fileName } = await user.tx((db) => receipts.read(db, params.id))
      return pdfReply(pdf, { ownerId: user.id, isCustomer: false }, paper, fileName)
    }),
  ]
}
