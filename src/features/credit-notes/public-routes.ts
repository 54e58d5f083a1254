import { servePublicFiles } from '#kit/server/serve-public-files.ts'
import { creditNoteType } from '#server/domain/documents/document-type.ts'
import { toPublicBusiness } from '#server/domain/documents/logo.ts'
import { findPublicDocument } from '#server/domain/documents/public-id.ts'
import type { Services } from '#server/domain/services.ts'
import { publicRoute } from '#server/platform/http/route.ts'
import { publicCreditNoteApi } from '#shared/contract/credit-notes.ts'
import { createCreditNoteReader } from './pdf.ts'

export const publicCreditNoteRoutes = (services: Services) => {
  const documents = createCreditNoteReader(services)
  return [
    publicRoute(publicCreditNoteApi.read, ({ params: { publicId } }) =>
      findPublicDocument(services.database, creditNoteType, publicId, async (db, id) => {
        const { stored, parties } = await documents.read(db, id)
        return {
          ...stored,
          id: publicId,
          invoiceNumber: stored.invoice?.invoiceNumber ?? null,
          customerName: parties.customer.name,
          businessProfile: toPublicBusiness(parties.business, `/api/public/credit-note/${publicId}/logo`),
        }
      }),
    ),
    ...servePublicFiles(creditNoteType, publicCreditNoteApi, services, (db, id) => documents.read(db, id)),
  ]
}
