import { emailRoutes } from '#server/domain/documents/emails/routes.ts'
import { replyWithPdf } from '#server/domain/documents/pdf/reply.ts'
import { route } from '#server/platform/http/route.ts'
import type { PdfRenderer } from '#server/platform/pdf/pdf-renderer.ts'
import { estimatesApi } from '#shared/contract/estimates.ts'
import { estimateMailing } from './emails.ts'
import type { EstimateDocuments } from './pdf.ts'

type Deps = { documents: EstimateDocuments; pdf: PdfRenderer; absolute: (path: string) => string }

/** Routes for the PDF and the emails of an estimate. */
export const estimateSendingRoutes = ({ documents, pdf, absolute }: Deps) => [
  route(estimatesApi.pdf, async ({ user, params }) =>
    replyWithPdf(pdf, { ownerId: user.id, isCustomer: false }, (await user.tx((db) => documents.read(db, params.id))).document),
  ),
  ...emailRoutes(estimateMailing, estimatesApi, { absolute }),
]
