import { partiesOf } from '#server/papers/issue.ts'
import { estimateKind } from '#server/papers/kind.ts'
import { knownLogo, logoReply } from '#server/papers/logo-reply.ts'
import { pdfReply } from '#server/papers/pdf-reply.ts'
import { findPublicPaper } from '#server/papers/public-id.ts'
import type { Database, UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors.ts'
import { publicRoute } from '#server/platform/http/route.ts'
import { oneLine, severalLines } from '#server/platform/mail/text.ts'
import type { PdfRenderer } from '#server/platform/pdf/pdf.ts'
import type { ObjectStore } from '#server/platform/storage/object-store.ts'
import { usersToday } from '#server/platform/users-today.ts'
import { publicEstimateApi } from '#shared/api/public-estimate.ts'
import type { Day } from '#shared/dates.ts'
import { mayAnswer } from '#shared/estimate-rules.ts'
import { acceptEstimate, declineEstimate } from './answer.ts'
import type { ConvertDeps } from './convert.ts'
import type { EstimatePapers } from './paper.ts'
import { publicViewOf, shownEstimate, shownLogo } from './public-view.ts'

type Deps = ConvertDeps & { database: Database; papers: EstimatePapers; pdf: PdfRenderer; objects: ObjectStore; now: () => Date }

/** What customers see and answer: found by the estimate's public id alone, and only once it was sent. */
export const publicEstimateRoutes = (deps: Deps) => {
  const { database, papers, pdf, objects, now } = deps

  const open = <T>(publicId: string, work: (db: UserDb, id: number) => Promise<T>): Promise<T> =>
    findPublicPaper(database, estimateKind, publicId, work)

  const view = async (db: UserDb, publicId: string, id: number) =>
    publicViewOf(db, publicId, await shownEstimate(db, id, await usersToday(db, now())), await partiesOf(db, estimateKind, id))

  /** Answers with the page as it is after `work`, in one transaction. @param given who answers what, from where */
  const answer = <G extends { name: string | null; version: number; address: string }>(
    publicId: string,
    given: G,
    work: (db: UserDb, id: number, answer: G & { today: Day }) => Promise<void>,
  ) =>
    open(publicId, async (db, id) => {
      await work(db, id, { ...given, today: await usersToday(db, now()) })
      return view(db, publicId, id)
    })

  return [
    publicRoute(publicEstimateApi.read, ({ params }) => open(params.publicId, (db, id) => view(db, params.publicId, id))),
    publicRoute(publicEstimateApi.logo, async ({ params }) =>
      logoReply(
        objects,
        await open(params.publicId, async (db, id) => knownLogo(db, await shownLogo(db, id, await usersToday(db, now())))),
      ),
    ),
    publicRoute(publicEstimateApi.pdf, async ({ params }) => {
      const { ownerId, paper } = await open(params.publicId, async (db, id) => {
        const { stored, paper } = await papers.read(db, id)
        if (stored.status !== 'draft') return { ownerId: db.userId, paper }
        await shownEstimate(db, id, await usersToday(db, now()))
        throw new AppError(409, String(mayAnswer(stored)))
      })
      return pdfReply(pdf, { ownerId, isCustomer: true }, paper)
    }),
    publicRoute(publicEstimateApi.accept, ({ params, body, address }) =>
      answer(params.publicId, { ...body, name: oneLine(body.name), address }, (db, id, given) => acceptEstimate(deps, db, id, given)),
    ),
    publicRoute(publicEstimateApi.decline, ({ params, body, address }) =>
      answer(
        params.publicId,
        { ...body, name: body.name && oneLine(body.name), reason: severalLines(body.reason), address },
        declineEstimate,
      ),
    ),
  ]
}
