import { serveDocument } from '#kit/server/serve-document.ts'
import { listDeposits, postOtherDeductions, refuseOverused, refuseWhileDeducted } from '#server/domain/documents/deposits.ts'
import { invoiceType } from '#server/domain/documents/document-type.ts'
import { refuseOverbilled, refuseWholeBesideParts } from '#server/domain/documents/estimate-billing.ts'
import { removeDocument, restoreDocument } from '#server/domain/documents/lifecycle/delete.ts'
import { replyWithPdf } from '#server/domain/documents/pdf/reply.ts'
import { scheduledSendRoutes } from '#server/domain/scheduled-sends/routes.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { StoredReply } from '#server/platform/db/idempotency.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { idempotentRoute, type RunIdempotent, route } from '#server/platform/http/route.ts'
import { parseRowId } from '#server/platform/http/row-id.ts'
import type { PdfRenderer } from '#server/platform/pdf/pdf-renderer.ts'
import { invoicesApi } from '#shared/contract/invoices.ts'
import { createDraft, createInvoice } from './create.ts'
import { deductDeposit, removeDeduction, requestDeposit, withDraft } from './deposits.ts'
import { downloadInvoices } from './download.ts'
import { editInvoice, undoSend } from './edit.ts'
import { invoiceMailing, queueInvoiceEmail } from './emails.ts'
import { getInvoiceHistory } from './history.ts'
import type { InvoicePayments, InvoiceReceipts } from './payments-interface.ts'
import type { InvoiceReader } from './pdf.ts'
import { getInvoice, invoices } from './read.ts'
import { getInvoiceSummary } from './summary.ts'

/**
 * Its number stays taken, and it still counts for the trial. An open checkout is closed first.
 * @throws AppError 404; 409 when it has a provider's payment, succeeded, pending or under review
 */
const removeInvoice = (payments: InvoicePayments, userId: number, id: number, idempotent: RunIdempotent<void>): Promise<StoredReply> =>
  payments.withLockedInvoice(userId, id, (db) =>
    idempotent(db, async () => {
      await refuseWhileDeducted(db, id, "it can't be deleted")
      const may = await payments.mayDelete(db, id)
      if (may !== true) throw new AppError(409, may)
      await postOtherDeductions(db, id)
      await removeDocument(db, invoiceType, id)
    }),
  )

type Deps = {
  documents: InvoiceReader
  receipts: InvoiceReceipts
  pdf: PdfRenderer
  payments: InvoicePayments
  absolute: (path: string) => string
  now: () => Date
  queueReceipt: (db: UserDb, paymentId: number) => Promise<void>
}

export const invoiceRoutes = (deps: Deps) => {
  const { documents, receipts, pdf, payments, absolute, queueReceipt } = deps
  const withLink = invoices.withAbsoluteUrls(absolute)

  return [
    ...serveDocument(invoices, invoicesApi, invoiceMailing, deps, {
      summarize: getInvoiceSummary,
      readHistory: (db, id) => getInvoiceHistory(payments, db, id),
      requeueOther: (db, { paymentId }) => queueReceipt(db, paymentId!),
    }),
    route(invoicesApi.download, ({ user, query, today }) => downloadInvoices({ documents, pdf }, user, { ...query, today })),
    idempotentRoute(invoicesApi.create, ({ user, body, today, idempotent }) =>
      user.tx((db) =>
        idempotent(db, async () => {
          if (body.status === 'draft') return { ...(await createDraft(db, body, today)), emailedTo: null }
          const invoice = await getInvoice(db, await createInvoice(db, body, today), today)
          const emailedTo = invoice.customer.email
          const email = emailedTo ? await queueInvoiceEmail(db, invoice, { isHeld: body.holdEmail }) : null
          return { ...withLink(invoice), emailState: email?.state ?? null, emailedTo }
        }),
      ),
    ),
    idempotentRoute(invoicesApi.update, ({ user, params, body, today, idempotent }) =>
      editInvoice(payments, { userId: user.id, id: params.id, edit: body, today }, withLink, idempotent),
    ),
    idempotentRoute(invoicesApi.undoSend, ({ user, params, today, idempotent }) =>
      undoSend(payments, { userId: user.id, id: params.id, today }, withLink, idempotent),
    ),
    idempotentRoute(invoicesApi.remove, ({ user, params, idempotent }) => removeInvoice(payments, user.id, params.id, idempotent)),
    idempotentRoute(invoicesApi.restore, ({ user, params, today, idempotent }) =>
      user.tx((db) =>
        idempotent(db, async () => {
          await restoreDocument(db, invoiceType, params.id)
          for (const { id, deducted } of await listDeposits(db, params.id))
            if (deducted > 0) await refuseOverused(db, id, "this invoice, which deducts it too, can't be restored")
          await postOtherDeductions(db, params.id)
          await refuseOverbilled(db, params.id)
          await refuseWholeBesideParts(db, params.id)
          return withLink(await getInvoice(db, params.id, today))
        }),
      ),
    ),
    idempotentRoute(invoicesApi.requestDeposit, ({ user, params, body, today, idempotent }) =>
      withDraft(payments, { userId: user.id, id: params.id, today }, (db, invoice) =>
        idempotent(db, () => requestDeposit(db, invoice, body, today)),
      ),
    ),
    idempotentRoute(invoicesApi.deductDeposit, ({ user, params: { id, depositId }, today, idempotent }) =>
      withDraft(payments, { userId: user.id, id, today }, (db, invoice) =>
        idempotent(db, async () => {
          await deductDeposit(db, payments, invoice, parseRowId(depositId, 'Deposit'), today)
          return withLink(await getInvoice(db, id, today))
        }),
      ),
    ),
    idempotentRoute(invoicesApi.removeDeduction, ({ user, params: { id, depositId }, today, idempotent }) =>
      withDraft(payments, { userId: user.id, id, today }, (db, invoice) =>
        idempotent(db, () => removeDeduction(db, payments, invoice, parseRowId(depositId, 'Deduction'), today)),
      ),
    ),
    route(invoicesApi.receipt, async ({ user, params }) => {
      const { document, fileName } = await user.tx((db) => receipts.read(db, params.id))
      return replyWithPdf(pdf, { ownerId: user.id, isCustomer: false }, document, fileName)
    }),
    ...scheduledSendRoutes(invoiceMailing, invoicesApi, deps),
  ]
}
