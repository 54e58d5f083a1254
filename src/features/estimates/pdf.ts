import { createDocumentReader, type DocumentReader, type TypeSpecificContent } from '#server/domain/documents/pdf/pdf-document.ts'
import type { Services } from '#server/domain/services.ts'
import { mayAnswer } from '#shared/estimate-rules.ts'
import type { Amount } from '#shared/money.ts'
import { reviewPath } from '#shared/paths.ts'
import { readDepositTotal } from './deposit.ts'
import { type Estimate, estimates } from './read.ts'

const buildEstimateContent = (estimate: Estimate, deposit: Amount | null, reviewUrl: string): Partial<TypeSpecificContent> => ({
  ...(estimate.status === 'rejected' && { mark: 'declined' }),
  deposit: deposit === null ? null : { percent: estimate.depositPercent, value: deposit },
  link: mayAnswer(estimate) === true ? { words: 'viewAndAccept', url: reviewUrl } : null,
})

export type EstimateReader = DocumentReader<Estimate>

export const createEstimateReader = (services: Pick<Services, 'now' | 'absolute'>): EstimateReader =>
  createDocumentReader(estimates, services, async (db, estimate, { publicId }) =>
    buildEstimateContent(estimate, await readDepositTotal(db, estimate), services.absolute(reviewPath(publicId))),
  )
