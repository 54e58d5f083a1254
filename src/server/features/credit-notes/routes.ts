import { idempotentRoute } from '#server/platform/http/route.ts'
import { parseRowId } from '#server/platform/http/row-id.ts'
import { creditNotesApi } from '#shared/contract/credit-notes.ts'
import type { CreditNoteDeps } from './invoice-interface.ts'
import { issueCreditNote, issueToCustomer, reissue, voidCreditNote, voidCustomerNote } from './issue.ts'
import { creditNotes, getCreditNote } from './read.ts'
import { refundCredit, reverseCreditRefund, toRecordedRefund } from './refunds.ts'

type Deps = CreditNoteDeps & { absolute: (path: string) => string }

export const creditNoteRoutes = (deps: Deps) => {
  const { withLockedInvoice, absolute } = deps
  const withLink = creditNotes.withAbsoluteUrls(absolute)
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
  ]
}
