import { sql } from 'drizzle-orm'
import { serveActions } from '#kit/server/serve-actions.ts'
import { serveDocument } from '#kit/server/serve-document.ts'
import { homeDecimalsOf } from '#server/domain/business/business.ts'
import { listDeposits, postOtherDeductions, refuseOverused, refuseWhileDeducted } from '#server/domain/documents/deposits.ts'
import { invoiceType } from '#server/domain/documents/document-type.ts'
import { refuseOverbilled, refuseWholeBesideParts } from '#server/domain/documents/estimate-billing.ts'
import { removeDocument, restoreDocument } from '#server/domain/documents/lifecycle/delete.ts'
import { addSums, type SummarySums } from '#server/domain/documents/lists/document-records.ts'
import type { DocumentFilter } from '#server/domain/documents/lists/find.ts'
import { replyWithPdf } from '#server/domain/documents/pdf/reply.ts'
import { paymentsByInvoiceSql } from '#server/domain/ledger/paid-sql.ts'
import type { InvoiceBalance } from '#server/domain/payments/balance/balance.ts'
import { mayDelete, withLockedInvoice } from '#server/domain/payments/invoices/invoice-payments.ts'
import { queueReceipt } from '#server/domain/payments/notifications.ts'
import { scheduledSendRoutes } from '#server/domain/scheduled-sends/routes.ts'
import type { Module, Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { idempotentRoute, route } from '#server/platform/http/route.ts'
import { invoicesApi, type settlementApi } from '#shared/contract/invoices.ts'
import type { Day } from '#shared/dates.ts'
import { type InvoiceStatus, invoiceStatuses } from '#shared/invoice-rules.ts'
import { addUp, parseSum, type Sum } from '#shared/money.ts'
import { createDraft, createInvoice } from './create.ts'
import { deductDeposit, removeDeduction, requestDeposit } from './deposits.ts'
import { invoiceDocs } from './docs.ts'
import { downloadInvoices } from './download.ts'
import { editInvoice, undoSend } from './edit.ts'
import { invoiceMailing, queueInvoiceEmail } from './emails.ts'
import { getInvoiceHistory } from './history.ts'
import { createInvoiceReader, type InvoiceReader } from './pdf.ts'
import { publicInvoiceRoutes } from './public-routes.ts'
import { getInvoice, invoices } from './read.ts'
import { createReceiptDocuments } from './receipts.ts'

type Sums = SummarySums & { balanceDue: Sum }

const homeDecimals = ({ userId }: UserDb) => sql.raw(homeDecimalsOf(String(userId)))

// What is left of the home total after the share of payments, write-offs and credit notes, as in the books.
const settledSql = sql.raw('coalesce(paid.settled, 0)')
const homeDueSql = (db: UserDb) => sql`case when w.rate_source is null then w.total - ${settledSql}
  else w.home_total - round(w.home_total * least(${settledSql}, w.total) / nullif(w.total, 0), ${homeDecimals(db)}) end`

/** Only sent ones have a balance due. That of the paid ones is what was refunded since, which isn't due: it is in no sum. */
const getInvoiceSummary = async (
  db: UserDb,
  { status: asked, ...filter }: DocumentFilter,
  today: Day,
): Promise<Sums & { byStatus: (Sums & { status: InvoiceStatus })[] }> => {
  const { rows } = await db.orm.execute<{ status: InvoiceStatus; count: number; total: string; withoutRate: number; due: string }>(sql`
    with paid as (
      ${sql.raw(paymentsByInvoiceSql(String(db.userId)))}
    ), matching as (select p.id, p.total, p.home_total, p.rate_source, ${invoices.finder.displayedStatus(today)} as status ${invoices.finder.matching(db, filter, today)})
    select w.status, count(*)::int as count, coalesce(sum(w.home_total), 0.00)::text as total,
           count(*) filter (where w.home_total is null)::int as "withoutRate",
           coalesce(sum(greatest(${homeDueSql(db)}, 0.00)) filter (where w.status <> 'draft'), 0.00)::text as due
    from matching w left join paid on paid.document_id = w.id group by w.status`)
  const byStatus = invoiceStatuses.map((status) => {
    const { count, total, withoutRate, due } = rows.find((row) => row.status === status) ?? {
      count: 0,
      total: '0',
      withoutRate: 0,
      due: '0',
    }
    return { status, count, total: parseSum(total), withoutRate, balanceDue: parseSum(due) }
  })
  const shown = byStatus.filter(({ status }) => !asked || status === asked)
  const due = shown.filter(({ status }) => status !== 'paid')
  return { ...addSums(shown), balanceDue: addUp(due.map(({ balanceDue }) => balanceDue)), byStatus }
}

/** The payments serve what settles an invoice. */
type OwnApi = Omit<typeof invoicesApi, keyof typeof settlementApi>

const invoiceRoutes = (services: Services, documents: InvoiceReader) => {
  const { pdf, absolute } = services
  const receipts = createReceiptDocuments(documents)
  const withLink = invoices.withAbsoluteUrls(absolute)

  return [
    route(invoicesApi.download, ({ user, query, today }) => downloadInvoices({ documents, pdf }, user, { ...query, today })),
    idempotentRoute(invoicesApi.create, ({ user, body, today, idempotent }) =>
      user.tx((db) =>
        idempotent(db, async () => {
          if (body.status === 'draft' && !body.instalments?.length) return { ...(await createDraft(db, body)), emailedTo: null }
          const invoice = await getInvoice(db, await createInvoice(db, body, today), today)
          if (body.status === 'draft') return { ...withLink(invoice), emailedTo: null }
          const emailedTo = invoice.customer.email
          const email = emailedTo ? await queueInvoiceEmail(db, invoice, { isHeld: body.holdEmail }) : null
          return { ...withLink(invoice), emailState: email?.state ?? null, emailedTo }
        }),
      ),
    ),
    ...serveActions<OwnApi, { balance: InvoiceBalance }>(
      invoicesApi,
      { balance: ({ user, id }, work) => withLockedInvoice(services, user.id, id, work) },
      {
        update: async ({ db, doc: { status: stored }, id, body: edit, today }) =>
          editInvoice(services, db, { before: await getInvoice(db, id, today), stored, edit, today }, withLink),
        undoSend: ({ db, doc: { status: stored }, id, today }) => undoSend(services, db, { id, stored, today }, withLink),
        // Its number stays taken, and it still counts for the trial.
        remove: async ({ db, id }) => {
          await refuseWhileDeducted(db, id, "it can't be deleted")
          const may = await mayDelete(services, db, id)
          if (may !== true) throw new AppError(409, may)
          await postOtherDeductions(db, id)
          await removeDocument(db, invoiceType, id)
        },
        restore: async ({ db, id, today }) => {
          await restoreDocument(db, invoiceType, id)
          for (const { id: depositId, deducted } of await listDeposits(db, id))
            if (deducted > 0) await refuseOverused(db, depositId, "this invoice, which deducts it too, can't be restored")
          await postOtherDeductions(db, id)
          await refuseOverbilled(db, id)
          await refuseWholeBesideParts(db, id)
          return withLink(await getInvoice(db, id, today))
        },
        requestDeposit: async ({ db, id, body, today }) => requestDeposit(db, await getInvoice(db, id, today), body, today),
        deductDeposit: async ({ db, id, partId, today }) => {
          await deductDeposit(services, db, await getInvoice(db, id, today), partId, today)
          return withLink(await getInvoice(db, id, today))
        },
        removeDeduction: async ({ db, id, partId, today }) => removeDeduction(services, db, await getInvoice(db, id, today), partId, today),
      },
    ),
    route(invoicesApi.receipt, async ({ user, params }) => {
      const { document, fileName } = await user.tx((db) => receipts.read(db, params.id))
      return replyWithPdf(pdf, { ownerId: user.id, isCustomer: false }, document, fileName)
    }),
    ...scheduledSendRoutes(invoiceMailing, invoicesApi, services),
  ]
}

export const invoicesModule: Module = (services) => {
  const documents = createInvoiceReader(services)
  const { routes, ...served } = serveDocument(invoices, invoicesApi, invoiceMailing, services, documents, {
    summarize: getInvoiceSummary,
    readHistory: (db, id) => getInvoiceHistory(services, db, id),
    requeueOther: (db, { paymentId }) => queueReceipt(db, paymentId!),
  })
  return {
    ...served,
    routes: [...routes, ...invoiceRoutes(services, documents), ...publicInvoiceRoutes(services, documents)],
    docs: invoiceDocs,
  }
}
