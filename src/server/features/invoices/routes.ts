import { serveDocument } from '#kit/server/serve-document.ts'
import { listDeposits, postOtherDeductions, refuseOverused, refuseWhileDeducted } from '#server/domain/documents/deposits.ts'
import { invoiceType } from '#server/domain/documents/document-type.ts'
import { refuseOverbilled, refuseWholeBesideParts } from '#server/domain/documents/estimate-billing.ts'
import { removeDocument, restoreDocument } from '#server/domain/documents/lifecycle/delete.ts'
import { replyWithPdf } from '#server/domain/documents/pdf/reply.ts'
import { mayDelete, withLockedInvoice } from '#server/domain/payments/invoices/invoice-payments.ts'
import { queueReceipt } from '#server/domain/payments/notifications.ts'
import { scheduledSendRoutes } from '#server/domain/scheduled-sends/routes.ts'
import type { Module, Services } from '#server/domain/services.ts'
import type { StoredReply } from '#server/platform/db/idempotency.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { idempotentRoute, type RunIdempotent, route } from '#server/platform/http/route.ts'
import { parseRowId } from '#server/platform/http/row-id.ts'
import { invoicesApi } from '#shared/contract/invoices.ts'
import { createDraft, createInvoice } from './create.ts'
import { deductDeposit, removeDeduction, requestDeposit, withDraft } from './deposits.ts'
import { downloadInvoices } from './download.ts'
import { editInvoice, undoSend } from './edit.ts'
import { invoiceMailing, queueInvoiceEmail, sendInvoiceRunners } from './emails.ts'
import { getInvoiceHistory } from './history.ts'
import { createInvoiceReader } from './pdf.ts'
import { publicInvoiceRoutes } from './public-routes.ts'
import { getInvoice, invoices } from './read.ts'
import { createReceiptDocuments } from './receipts.ts'
import { getInvoiceSummary } from './summary.ts'

/**
 * Its number stays taken, and it still counts for the trial. An open checkout is closed first.
 * @throws AppError 404; 409 when it has a provider's payment, succeeded, pending or under review
 */
const removeInvoice = (services: Services, userId: number, id: number, idempotent: RunIdempotent<void>): Promise<StoredReply> =>
  withLockedInvoice(services, userId, id, (db) =>
    idempotent(db, async () => {
      await refuseWhileDeducted(db, id, "it can't be deleted")
      const may = await mayDelete(services, db, id)
      if (may !== true) throw new AppError(409, may)
      await postOtherDeductions(db, id)
      await removeDocument(db, invoiceType, id)
    }),
  )

const invoiceRoutes = (services: Services) => {
  const { pdf, absolute } = services
  const documents = createInvoiceReader(services)
  const receipts = createReceiptDocuments(documents)
  const withLink = invoices.withAbsoluteUrls(absolute)

  return [
    ...serveDocument(
      invoices,
      invoicesApi,
      invoiceMailing,
      { ...services, documents },
      {
        summarize: getInvoiceSummary,
        readHistory: (db, id) => getInvoiceHistory(services, db, id),
        requeueOther: (db, { paymentId }) => queueReceipt(db, paymentId!),
      },
    ),
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
      editInvoice(services, { userId: user.id, id: params.id, edit: body, today }, withLink, idempotent),
    ),
    idempotentRoute(invoicesApi.undoSend, ({ user, params, today, idempotent }) =>
      undoSend(services, { userId: user.id, id: params.id, today }, withLink, idempotent),
    ),
    idempotentRoute(invoicesApi.remove, ({ user, params, idempotent }) => removeInvoice(services, user.id, params.id, idempotent)),
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
      withDraft(services, { userId: user.id, id: params.id, today }, (db, invoice) =>
        idempotent(db, () => requestDeposit(db, invoice, body, today)),
      ),
    ),
    idempotentRoute(invoicesApi.deductDeposit, ({ user, params: { id, depositId }, today, idempotent }) =>
      withDraft(services, { userId: user.id, id, today }, (db, invoice) =>
        idempotent(db, async () => {
          await deductDeposit(services, db, invoice, parseRowId(depositId, 'Deposit'), today)
          return withLink(await getInvoice(db, id, today))
        }),
      ),
    ),
    idempotentRoute(invoicesApi.removeDeduction, ({ user, params: { id, depositId }, today, idempotent }) =>
      withDraft(services, { userId: user.id, id, today }, (db, invoice) =>
        idempotent(db, () => removeDeduction(services, db, invoice, parseRowId(depositId, 'Deduction'), today)),
      ),
    ),
    route(invoicesApi.receipt, async ({ user, params }) => {
      const { document, fileName } = await user.tx((db) => receipts.read(db, params.id))
      return replyWithPdf(pdf, { ownerId: user.id, isCustomer: false }, document, fileName)
    }),
    ...scheduledSendRoutes(invoiceMailing, invoicesApi, services),
  ]
}

export const invoicesModule: Module = (services) => ({
  routes: [...invoiceRoutes(services), ...publicInvoiceRoutes(services)],
  runners: sendInvoiceRunners(services),
})
