import { servePublicFiles } from '#kit/server/serve-public-files.ts'
import { creditNoteType } from '#server/domain/documents/document-type.ts'
import { toPublicBusiness } from '#server/domain/documents/logo.ts'
import { findPublicDocument } from '#server/domain/documents/public-id.ts'
import type { Database } from '#server/platform/db/client.ts'
import { publicRoute } from '#server/platform/http/route.ts'
import type { PdfRenderer } from '#server/platform/pdf/pdf-renderer.ts'
import type { ObjectStore } from '#server/platform/storage/object-store.ts'
import { publicCreditNoteApi } from '#shared/contract/credit-notes.ts'
import type { CreditNoteReader } from './pdf.ts'

type Deps = { database: Database; documents: CreditNoteReader; pdf: PdfRenderer; objects: ObjectStore }

export const publicCreditNoteRoutes = (deps: Deps) => [
  publicRoute(publicCreditNoteApi.read, ({ params: { publicId } }) =>
    findPublicDocument(deps.database, creditNoteType, publicId, async (db, id) => {
      const { stored, parties } = await deps.documents.read(db, id)
      return {
        ...stored,
        id: publicId,
        invoiceNumber: stored.invoice?.invoiceNumber ?? null,
        customerName: parties.customer.name,
        businessProfile: toPublicBusiness(parties.business, `/api/public/credit-note/${publicId}/logo`),
      }
    }),
  ),
  ...servePublicFiles(creditNoteType, publicCreditNoteApi, deps, (db, id) => deps.documents.read(db, id)),
]
