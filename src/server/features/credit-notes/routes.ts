import { creditNoteType } from '#server/domain/documents/document-type.ts'
import { listEmails } from '#server/domain/documents/emails/store.ts'
import { listEvents } from '#server/domain/documents/history.ts'
import { numberingRoutes } from '#server/domain/documents/numbering/routes.ts'
import { idempotentRoute, route } from '#server/platform/http/route.ts'
import { parseRowId } from '#server/platform/http/row-id.ts'
import { creditNotesApi } from '#shared/contract/credit-notes.ts'
import type { CreditNoteDeps } from './invoice-interface.ts'
import { issueCreditNote, issueToCustomer, reissue, voidCreditNote, voidCustomerNote } from './issue.ts'
import { creditNoteList, exportCreditNotes, getCreditNoteSummary } from './list.ts'
import { getCreditNote, withAbsoluteUrls } from './read.ts'
import { listCreditRefunds, refundCredit, reverseCreditRefund, toRecordedRefund } from './refunds.ts'

type Deps = CreditNoteDeps & { absolute: (path: string) => string }

export const creditNoteRoutes = (deps: Deps) => {
  const { withLockedInvoice, absolute } = deps
  const withLink = withAbsoluteUrls(absolute)
  return [
    route(creditNotesApi.list, ({ user, query, today }) => creditNoteList.reply(user, query, today, absolute('/').slice(0, -1))),
    route(creditNotesApi.summary, ({ user, query, today }) => user.tx((db) => getCreditNoteSummary(db, query, today))),
    route(creditNotesApi.export, ({ user, query, today }) => exportCreditNotes(user, query, today)),
    ...numberingRoutes(creditNoteType, creditNotesApi),
    route(creditNotesApi.one, async ({ user, params, today }) => withLink(await user.tx((db) => getCreditNote(db, params.id, today)))),
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
      return withLockedInvoice(user.id, invoiceId!, (db, invoice) =>
        idempotent(db, async () => {
          const id = await issueCreditNote(deps, db, invoice, { input: body, today })
          const draft = body.reinvoice ? await reissue(deps, db, invoice.id, today) : null
          return { creditNote: withLink(await getCreditNote(db, id, today)), draft }
        }),
      )
    }),
    idempotentRoute(creditNotesApi.void, async ({ user, params, today, idempotent }) => {
      const { invoice } = await user.tx((db) => getCreditNote(db, params.id, today))
      if (!invoice)
        return user.tx((db) =>
          idempotent(db, async () => {
            await voidCustomerNote(deps, db, params.id, today)
            return withLink(await getCreditNote(db, params.id, today))
          }),
        )
      return withLockedInvoice(user.id, invoice.id, (db, locked) =>
        idempotent(db, async () => {
          await voidCreditNote(deps, db, locked, await getCreditNote(db, params.id, today))
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
    route(creditNotesApi.history, ({ user, params, today }) =>
      user.tx(async (db) => {
        await getCreditNote(db, params.id, today)
        return {
          events: await listEvents(db, creditNoteType, params.id),
          emails: await listEmails(db, creditNoteType, params.id),
          refunds: await listCreditRefunds(db, params.id),
        }
      }),
    ),
  ]
}
