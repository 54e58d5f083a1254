import { createDocumentReader, type DocumentReader } from '#server/domain/documents/pdf/pdf-document.ts'
import type { Services } from '#server/domain/services.ts'
import { mayAnswer } from '#shared/estimate-rules.ts'
import { reviewPath } from '#shared/paths.ts'
import { readDepositTotal } from './deposit.ts'
import { type Estimate, estimates } from './read.ts'

export type EstimateReader = DocumentReader<Estimate>

export const createEstimateReader = (services: Pick<Services, 'now' | 'absolute'>): EstimateReader =>
  createDocumentReader(estimates, services, async (db, estimate, { publicId }) => {
    const deposit = await readDepositTotal(db, estimate)
    return {
      ...(estimate.status === 'rejected' && { mark: 'declined' as const }),
      deposit: deposit === null ? null : { percent: estimate.depositPercent, value: deposit },
      link: mayAnswer(estimate) === true ? { words: 'viewAndAccept', url: services.absolute(reviewPath(publicId)) } : null,
    }
  })
