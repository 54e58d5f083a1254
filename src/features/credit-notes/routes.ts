import { serveActions } from '#kit/server/serve-actions.ts'
import { readDocumentHistory, serveDocument } from '#kit/server/serve-document.ts'
import { servePublicPage } from '#kit/server/serve-public-page.ts'
import { type CreditNote, creditNotes, getCreditNote } from '#server/domain/credit-notes/credit-notes.ts'
import { creditNoteType } from '#server/domain/documents/document-type.ts'
import { type DocumentMailing, queueDocumentEmail } from '#server/domain/documents/emails/queue.ts'
import { createDocumentReader } from '#server/domain/documents/pdf/pdf-document.ts'
import type { InvoiceBalance } from '#server/domain/payments/balance/balance.ts'
import { withLockedInvoice } from '#server/domain/payments/invoices/invoice-payments.ts'
import type { Module, Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { idempotentRoute } from '#server/platform/http/route.ts'
import { toSingleLineFields } from '#server/platform/text/plain-text.ts'
import { type CreditNoteInput, creditNotesApi, publicCreditNoteApi } from '#shared/contract/credit-notes.ts'
import type { Day } from '#shared/dates.ts'
import { creditNoteDocs } from './docs.ts'
import { issueCreditNote, issueToCustomer, reissue, voidCreditNote, voidCustomerNote } from './issue.ts'
import { listCreditRefunds, lockNote, refundCredit, reverseCreditRefund, toRecordedRefund } from './refunds.ts'

const creditNoteMailing: DocumentMailing<CreditNote> = {
  type: creditNoteType,
  get: getCreditNote,
  buildContent: ({ creditNoteNumber, currency, total, invoice }, { t, money }) => {
    const credit = money(total, currency)
    const { number, of } = toSingleLineFields({ number: creditNoteNumber, of: invoice?.invoiceNumber })
    return {
      facts: [[t('Credit'), credit], [t('Credit note'), number], ...(of ? [[t('For invoice'), of] as const] : [])],
      preview: of ? t('{amount} for invoice {number}', { amount: credit, number: of }) : t('{amount} of credit', { amount: credit }),
    }
  },
}

const creditNoteRoutes = (services: Services) => {
  const withLink = creditNotes.withAbsoluteUrls(services.absolute)
  const getIssued = async (db: UserDb, id: number, today: Day, { sendEmail }: CreditNoteInput) => {
    const note = await getCreditNote(db, id, today)
    if (!sendEmail || !note.customer.email) return withLink(note)
    await queueDocumentEmail(creditNoteMailing, db, note)
    return withLink(await getCreditNote(db, id, today))
  }
  return [
    // Open checkouts are closed first, so that no customer pays an amount that isn't due any more.
    idempotentRoute(creditNotesApi.create, ({ user, body, today, idempotent }) => {
      const { invoiceId, customerId, lineItems } = body
      if (customerId !== undefined && lineItems !== undefined)
        return user.tx((db) =>
          idempotent(db, async () => {
            const id = await issueToCustomer(db, { ...body, customerId, lineItems }, today)
            return { creditNote: await getIssued(db, id, today, body), draft: null }
          }),
        )
      return withLockedInvoice(services, user.id, invoiceId!, (db, invoice) =>
        idempotent(db, async () => {
          const id = await issueCreditNote(services, db, invoice, { input: body, today })
          const draft = body.reinvoice ? await reissue(db, invoice.id, today) : null
          return { creditNote: await getIssued(db, id, today, body), draft }
        }),
      )
    }),
    ...serveActions<typeof creditNotesApi, { row: CreditNote; balance: InvoiceBalance | null }>(
      creditNotesApi,
      {
        row: lockNote,
        // That of its invoice, if it has one.
        balance: async ({ user, id, today }, work) => {
          const { invoice } = await user.tx((db) => getCreditNote(db, id, today))
          return invoice ? withLockedInvoice(services, user.id, invoice.id, work) : user.tx((db) => work(db, null))
        },
      },
      {
        void: async ({ db, doc: invoice, id, today }) => {
          if (invoice) await voidCreditNote(services, db, invoice, await getCreditNote(db, id, today))
          else await voidCustomerNote(db, id, today)
          return withLink(await getCreditNote(db, id, today))
        },
        refund: async ({ db, doc: note, body, today }) => toRecordedRefund(db, note.id, await refundCredit(db, note, body), today),
        reverseRefund: async ({ db, id, partId, today }) => {
          await reverseCreditRefund(db, id, partId, today)
          return toRecordedRefund(db, id, partId, today)
        },
      },
    ),
  ]
}

export const creditNotesModule: Module = (services) => {
  const documents = createDocumentReader(
    creditNotes,
    services,
    async (_db, { invoice }) => invoice && { invoiceNumber: invoice.invoiceNumber },
  )
  const { routes, ...served } = serveDocument(creditNotes, creditNotesApi, creditNoteMailing, services, documents, {
    readHistory: async (db, id) => ({ ...(await readDocumentHistory(db, creditNoteType, id)), refunds: await listCreditRefunds(db, id) }),
  })
  return {
    ...served,
    routes: [
      ...creditNoteRoutes(services),
      ...routes,
      ...servePublicPage(creditNotes, publicCreditNoteApi, services, documents, ({ stored, parties }) => ({
        invoiceNumber: stored.invoice?.invoiceNumber ?? null,
        customerName: parties.customer.name,
      })),
    ],
    docs: creditNoteDocs,
  }
}
