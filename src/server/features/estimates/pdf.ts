import { estimateType } from '#server/domain/documents/document-type.ts'
import type { TypeSpecificContent } from '#server/domain/documents/pdf/pdf-document.ts'
import { type PrintedDocuments, printedDocuments } from '#server/domain/documents/pdf/read.ts'
import { type EstimateStatus, mayAnswer } from '#shared/estimate-rules.ts'
import { reviewPath } from '#shared/paths.ts'
import { type Estimate, getEstimate } from './read.ts'

const marks: Record<EstimateStatus, TypeSpecificContent['mark']> = {
  draft: 'draft',
  sent: null,
  accepted: 'accepted',
  rejected: 'declined',
  expired: 'expired',
}

/** Builds the estimate-specific parts of the PDF. @param reviewUrl the customer's page, printed while the estimate can be answered */
const estimatePrint = (estimate: Estimate, reviewUrl: string): TypeSpecificContent => ({
  number: estimate.estimateNumber,
  mark: marks[estimate.status],
  endDay: estimate.expiryDate,
  link: mayAnswer(estimate) === true ? { words: 'viewAndAccept', url: reviewUrl } : null,
})

export type EstimateDocuments = PrintedDocuments<Estimate>

/** Creates the reader of estimates with their PDF input. */
export const estimateDocuments = ({ now, absolute }: { now: () => Date; absolute: (path: string) => string }): EstimateDocuments =>
  printedDocuments(estimateType, now, getEstimate, async (_db, estimate, { publicId }) =>
    estimatePrint(estimate, absolute(reviewPath(publicId))),
  )
