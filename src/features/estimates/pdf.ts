import { estimateType } from '#server/domain/documents/document-type.ts'
import { createDocumentReader, type DocumentReader, type TypeSpecificContent } from '#server/domain/documents/pdf/pdf-document.ts'
import type { Services } from '#server/domain/services.ts'
import { type EstimateStatus, mayAnswer } from '#shared/estimate-rules.ts'
import type { Amount } from '#shared/money.ts'
import { reviewPath } from '#shared/paths.ts'
import { readDepositTotal } from './deposit.ts'
import { type Estimate, getEstimate } from './read.ts'

const stamps: Record<EstimateStatus, TypeSpecificContent['mark']> = {
  draft: 'draft',
  sent: null,
  accepted: 'accepted',
  rejected: 'declined',
  expired: 'expired',
}

const buildEstimateContent = (estimate: Estimate, deposit: Amount | null, reviewUrl: string): TypeSpecificContent => ({
  number: estimate.estimateNumber,
  mark: stamps[estimate.status],
  endDay: estimate.expiryDate,
  deposit: deposit === null ? null : { percent: estimate.depositPercent, value: deposit },
  link: mayAnswer(estimate) === true ? { words: 'viewAndAccept', url: reviewUrl } : null,
})

export type EstimateReader = DocumentReader<Estimate>

export const createEstimateReader = ({ now, absolute }: Pick<Services, 'now' | 'absolute'>): EstimateReader =>
  createDocumentReader(estimateType, now, getEstimate, async (db, estimate, { publicId }) =>
    buildEstimateContent(estimate, await readDepositTotal(db, estimate), absolute(reviewPath(publicId))),
  )
