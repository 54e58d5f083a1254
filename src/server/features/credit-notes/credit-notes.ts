import { readDocumentHistory, serveDocument } from '#kit/server/serve-document.ts'
import { getUserToday } from '#server/domain/business/user-today.ts'
import { creditNoteType } from '#server/domain/documents/document-type.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { PdfRenderer } from '#server/platform/pdf/pdf-renderer.ts'
import { creditNotesApi } from '#shared/contract/credit-notes.ts'
import type { Amount } from '#shared/money.ts'
import { creditNoteMailing, sendCreditNoteRunner } from './emails.ts'
import type { CreditNoteDeps } from './invoice-interface.ts'
import { issueCreditNote } from './issue.ts'
import { createCreditNoteReader } from './pdf.ts'
import { publicCreditNoteRoutes } from './public-routes.ts'
import { creditNotes, listOfInvoice } from './read.ts'
import { listCreditRefunds } from './refunds.ts'
import { creditNoteRoutes } from './routes.ts'

type Deps = CreditNoteDeps &
  Omit<Parameters<typeof sendCreditNoteRunner>[0], 'documents'> & {
    pdf: PdfRenderer
    absolute: (path: string) => string
    now: () => Date
  }

export const createCreditNotes = (deps: Deps) => {
  const documents = createCreditNoteReader(deps)
  return {
    documents,
    listCreditNotes: async (db: UserDb, invoiceId: number) => listOfInvoice(db, invoiceId, await getUserToday(db, deps.now())),
    /**
     * The refund then gives back what the note made credit of the customer. Call it under the invoice's lock. @throws AppError 400 at the
     * amount, 409 when nothing may be credited
     */
    creditRefund: async (db: UserDb, invoiceId: number, { amount }: { amount: Amount }): Promise<void> => {
      const input = { amount, notes: null }
      await issueCreditNote(deps, db, await deps.readBalance(db, invoiceId), { input, today: await getUserToday(db, deps.now()) })
    },
    routes: [
      ...creditNoteRoutes(deps),
      ...serveDocument(
        creditNotes,
        creditNotesApi,
        creditNoteMailing,
        { ...deps, documents },
        {
          readHistory: async (db, id) => ({
            ...(await readDocumentHistory(db, creditNoteType, id)),
            refunds: await listCreditRefunds(db, id),
          }),
        },
      ),
      ...publicCreditNoteRoutes({ ...deps, documents }),
    ],
    runner: sendCreditNoteRunner({ ...deps, documents }),
  }
}
