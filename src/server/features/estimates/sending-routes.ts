import { emailRoutes } from '#server/papers/email-routes.ts'
import { pdfReply } from '#server/papers/pdf-reply.ts'
import { route } from '#server/platform/http/route.ts'
import type { PdfRenderer } from '#server/platform/pdf/pdf.ts'
import { estimatesApi } from '#shared/api/estimates.ts'
import { estimateMailing } from './emails.ts'
import type { EstimatePapers } from './paper.ts'

type Deps = { papers: EstimatePapers; pdf: PdfRenderer; absolute: (path: string) => string }

/** How an estimate leaves its owner: as a PDF, and by e-mail. */
export const estimateSendingRoutes = ({ papers, pdf, absolute }: Deps) => [
  route(estimatesApi.pdf, async ({ user, params }) =>
    pdfReply(pdf, { ownerId: user.id, isCustomer: false }, (await user.tx((db) => papers.read(db, params.id))).paper),
  ),
  ...emailRoutes(estimateMailing, estimatesApi, { absolute }),
]
