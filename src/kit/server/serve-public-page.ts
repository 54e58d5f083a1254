import type { z } from 'zod'
import type { DocumentType, StoredDocument } from '#server/domain/documents/document-type.ts'
import { findLogo, replyWithLogo, toPublicBusiness } from '#server/domain/documents/logo.ts'
import type { DocumentReader, LoadedDocument } from '#server/domain/documents/pdf/pdf-document.ts'
import { replyWithPdf } from '#server/domain/documents/pdf/reply.ts'
import { findPublicDocument } from '#server/domain/documents/public-id.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import { publicRoute } from '#server/platform/http/route.ts'
import type { publicApi } from '#shared/contract/document-api.ts'
import type { publicAddresses } from '#shared/contract/endpoints/documents.ts'
import { withLineTaxes } from '#shared/line-taxes.ts'

type Api = ReturnType<typeof publicApi<ReturnType<typeof publicAddresses<string>>, z.ZodType>>

/** Logo and PDF of a document's page. @param read throws AppError 404 for a document that customers don't see */
export const servePublicFiles = <Stored>(
  type: DocumentType,
  api: Pick<Api, 'logo' | 'pdf'>,
  { database, pdf, objects }: Services,
  read: (db: UserDb, id: number) => Promise<LoadedDocument<Stored>>,
) => {
  const find = <T>(publicId: string, work: (db: UserDb, found: LoadedDocument<Stored>) => Promise<T>) =>
    findPublicDocument(database, type, publicId, async (db, id) => work(db, await read(db, id)))
  return [
    publicRoute(api.logo, async ({ params }) =>
      replyWithLogo(objects, await find(params.publicId, (db, { parties }) => findLogo(db, parties.business.logoKey))),
    ),
    publicRoute(api.pdf, async ({ params }) => {
      const { ownerId, document } = await find(params.publicId, async (db, { document }) => ({ ownerId: db.userId, document }))
      return replyWithPdf(pdf, { ownerId, isCustomer: true }, document)
    }),
  ]
}

/** The customer's page of a document, with its files; there is none of a draft. @param view what it shows besides the document and the business */
export const servePublicPage = <Stored extends StoredDocument>(
  { type }: { type: DocumentType },
  api: Api,
  services: Services,
  documents: DocumentReader<Stored>,
  view: (found: LoadedDocument<Stored>) => object = () => ({}),
) => {
  const read = async (db: UserDb, id: number) => {
    const found = await documents.read(db, id)
    if (found.stored.status === 'draft') throw notFound(type.title)
    return found
  }
  return [
    publicRoute(api.read, ({ params: { publicId } }) =>
      findPublicDocument(services.database, type, publicId, async (db, id) => {
        const found = await read(db, id)
        const businessProfile = toPublicBusiness(found.parties.business, `/api/public/${type.name}/${publicId}/logo`)
        const lineItems = withLineTaxes(found.stored, businessProfile.locale)
        return { ...found.stored, lineItems, ...view(found), id: publicId, businessProfile }
      }),
    ),
    ...servePublicFiles(type, api, services, read),
  ]
}
