import { getUserToday } from '#server/domain/business/user-today.ts'
import { estimateType } from '#server/domain/documents/document-type.ts'
import { findLogo, replyWithLogo } from '#server/domain/documents/logo.ts'
import { getParties } from '#server/domain/documents/parties.ts'
import { replyWithPdf } from '#server/domain/documents/pdf/reply.ts'
import { findPublicDocument } from '#server/domain/documents/public-id.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { publicRoute } from '#server/platform/http/route.ts'
import { toMultiline, toSingleLine } from '#server/platform/text/plain-text.ts'
import { publicEstimateApi } from '#shared/contract/public-estimate.ts'
import type { Day } from '#shared/dates.ts'
import { mayAnswer } from '#shared/estimate-rules.ts'
import { acceptEstimate, declineEstimate } from './answer.ts'
import type { EstimateReader } from './pdf.ts'
import { buildPublicView, getPublicEstimate, getPublicLogoKey } from './public-view.ts'

export const publicEstimateRoutes = ({ database, pdf, objects, now }: Services, documents: EstimateReader) => {
  const withEstimate = <T>(publicId: string, work: (db: UserDb, id: number) => Promise<T>): Promise<T> =>
    findPublicDocument(database, estimateType, publicId, work)

  const readView = async (db: UserDb, publicId: string, id: number) =>
    buildPublicView(db, publicId, await getPublicEstimate(db, id, await getUserToday(db, now())), await getParties(db, id))

  const answer = <G extends { name: string | null; version: number; address: string }>(
    publicId: string,
    given: G,
    work: (db: UserDb, id: number, answer: G & { today: Day }) => Promise<void>,
  ) =>
    withEstimate(publicId, async (db, id) => {
      await work(db, id, { ...given, today: await getUserToday(db, now()) })
      return readView(db, publicId, id)
    })

  return [
    publicRoute(publicEstimateApi.read, ({ params }) => withEstimate(params.publicId, (db, id) => readView(db, params.publicId, id))),
    publicRoute(publicEstimateApi.logo, async ({ params }) =>
      replyWithLogo(
        objects,
        await withEstimate(params.publicId, async (db, id) => findLogo(db, await getPublicLogoKey(db, id, await getUserToday(db, now())))),
      ),
    ),
    publicRoute(publicEstimateApi.pdf, async ({ params }) => {
      const { ownerId, document } = await withEstimate(params.publicId, async (db, id) => {
        const { stored, document } = await documents.read(db, id)
        if (stored.status !== 'draft') return { ownerId: db.userId, document }
        await getPublicEstimate(db, id, await getUserToday(db, now()))
        throw new AppError(409, String(mayAnswer(stored)))
      })
      return replyWithPdf(pdf, { ownerId, isCustomer: true }, document)
    }),
    publicRoute(publicEstimateApi.accept, ({ params, body, address }) =>
      answer(params.publicId, { ...body, name: toSingleLine(body.name), address }, acceptEstimate),
    ),
    publicRoute(publicEstimateApi.decline, ({ params, body, address }) =>
      answer(
        params.publicId,
        { ...body, name: body.name && toSingleLine(body.name), reason: toMultiline(body.reason), address },
        declineEstimate,
      ),
    ),
  ]
}
