import { readDocumentHistory, serveDocument } from '#kit/server/serve-document.ts'
import { creditNotes, getCreditNote } from '#server/domain/credit-notes/credit-notes.ts'
import { creditNoteType } from '#server/domain/documents/document-type.ts'
import { withLockedInvoice } from '#server/domain/payments/invoices/invoice-payments.ts'
import type { Module, Services } from '#server/domain/services.ts'
import { idempotentRoute } from '#server/platform/http/route.ts'
import { parseRowId } from '#server/platform/http/row-id.ts'
import { creditNotesApi } from '#shared/contract/credit-notes.ts'
import { creditNoteMailing, sendCreditNoteRunner } from './emails.ts'
import { issueCreditNote, issueToCustomer, reissue, voidCreditNote, voidCustomerNote } from './issue.ts'
import { createCreditNoteReader } from './pdf.ts'
import { publicCreditNoteRoutes } from './public-routes.ts'
import { listCreditRefunds, refundCredit, reverseCreditRefund, toRecordedRefund } from './refunds.ts'

const creditNoteRoutes = (services: Services) => {
  const withLink = creditNotes.withAbsoluteUrls(services.absolute)
  return [
    // Open checkouts are closed first, so that no customer pays an amount that isn't due any more.
    idempotentRoute(creditNotesApi.create, ({ user, body, today, idempotent }) => {
      const { invoiceId, customerId, lineItems } = body
      if (customerId !== undefined && lineItems !== undefined)
        return user.tx((db) =>
          idempotent(db, async () => {
            const id = await issueToCustomer(db, { ...body, customerId, lineItems }, today)
            return { creditNote: withLink(await getCreditNote(db, id, today)), draft: null }
          }),
        )
      return withLockedInvoice(services, user.id, invoiceId!, (db, invoice) =>
        idempotent(db, async () => {
          const id = await issueCreditNote(services, db, invoice, { input: body, today })
          const draft = body.reinvoice ? await reissue(db, invoice.id, today) : null
          return { creditNote: withLink(await getCreditNote(db, id, today)), draft }
        }),
      )
    }),
    idempotentRoute(creditNotesApi.void, async ({ user, params, today, idempotent }) => {
      const { invoice } = await user.tx((db) => getCreditNote(db, params.id, today))
      if (!invoice)
        return user.tx((db) =>
          idempotent(db, async () => {
            await voidCustomerNote(db, params.id, today)
            return withLink(await getCreditNote(db, params.id, today))
          }),
        )
      return withLockedInvoice(services, user.id, invoice.id, (db, locked) =>
        idempotent(db, async () => {
          await voidCreditNote(services, db, locked, await getCreditNote(db, params.id, today))
          return withLink(await getCreditNote(db, params.id, today))
        }),
      )
    }),
    idempotentRoute(creditNotesApi.refund, ({ user, params, body, today, idempotent }) =>
      user.tx((db) => idempotent(db, async () => toRecordedRefund(db, params.id, await refundCredit(db, params.id, body, today), today))),
    ),
    idempotentRoute(creditNotesApi.reverseRefund, ({ user, params, today, idempotent }) => {
      const id = parseRowId(params.refundId, 'Refund')
      return user.tx((db) =>
        idempotent(db, async () => {
          await reverseCreditRefund(db, params.id, id, today)
          return toRecordedRefund(db, params.id, id, today)
        }),
      )
    }),
  ]
}

export const creditNotesModule: Module = (services) => ({
  routes: [
    ...creditNoteRoutes(services),
    ...serveDocument(
      creditNotes,
      creditNotesApi,
      creditNoteMailing,
      { ...services, documents: createCreditNoteReader(services) },
      {
        readHistory: async (db, id) => ({
          ...(await readDocumentHistory(db, creditNoteType, id)),
          refunds: await listCreditRefunds(db, id),
        }),
      },
    ),
    ...publicCreditNoteRoutes(services),
  ],
  runners: [sendCreditNoteRunner(services)],
})
