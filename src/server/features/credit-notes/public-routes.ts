import { creditNoteType } from '#server/domain/documents/document-type.ts'
import { findLogo, replyWithLogo, toPublicBusiness } from '#server/domain/documents/logo.ts'
import { replyWithPdf } from '#server/domain/documents/pdf/reply.ts'
import { findPublicDocument } from '#server/domain/documents/public-id.ts'
import type { Database } from '#server/platform/db/client.ts'
import { publicRoute } from '#server/platform/http/route.ts'
import type { PdfRenderer } from '#server/platform/pdf/pdf-renderer.ts'
import type { ObjectStore } from '#server/platform/storage/object-store.ts'
import { publicCreditNoteApi } from '#shared/contract/credit-notes.ts'
import type { CreditNoteReader } from './pdf.ts'

type Deps = { database: Database; documents: CreditNoteReader; pdf: PdfRenderer; objects: ObjectStore }

export const publicCreditNoteRoutes = ({ database, documents, pdf, objects }: Deps) => {
  const read = (publicId: string) =>
    findPublicDocument(database, creditNoteType, publicId, async (db, id) => {
      const found = await documents.read(db, id)
      return { ...found, ownerId: db.userId, logo: await findLogo(db, found.parties.business.logoKey) }
    })
  return [
    publicRoute(publicCreditNoteApi.read, async ({ params: { publicId } }) => {
      const { stored, parties } = await read(publicId)
      return {
        ...stored,
        id: publicId,
        invoiceNumber: stored.invoice?.invoiceNumber ?? null,
        customerName: parties.customer.name,
        businessProfile: toPublicBusiness(parties.business, `/api/public/credit-note/${publicId}/logo`),
      }
    }),
    publicRoute(publicCreditNoteApi.logo, async ({ params }) => replyWithLogo(objects, (await read(params.publicId)).logo)),
    publicRoute(publicCreditNoteApi.pdf, async ({ params }) => {
      const { ownerId, document } = await read(params.publicId)
      return replyWithPdf(pdf, { ownerId, isCustomer: true }, document)
    }),
  ]
}
