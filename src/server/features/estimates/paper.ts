import { estimateKind } from '#server/papers/kind.ts'
import type { OwnPrint } from '#server/papers/paper.ts'
import { type PrintedPapers, printedPapers } from '#server/papers/printed.ts'
import { type EstimateStatus, mayAnswer } from '#shared/estimate-rules.ts'
import { reviewPath } from '#shared/paths.ts'
import { type Estimate, oneEstimate } from './read.ts'

const marks: Record<EstimateStatus, OwnPrint['mark']> = {
  draft: 'draft',
  sent: null,
  accepted: 'accepted',
  rejected: 'declined',
  expired: 'expired',
}

/** What an estimate prints in its own way. @param reviewUrl its page for the customer; printed while it is open to an answer */
const estimatePrint = (estimate: Estimate, reviewUrl: string): OwnPrint => ({
  number: estimate.estimateNumber,
  mark: marks[estimate.status],
  endDay: estimate.expiryDate,
  link: mayAnswer(estimate) === true ? { words: 'viewAndAccept', url: reviewUrl } : null,
})

export type EstimatePapers = PrintedPapers<Estimate>

/** Reads estimates together with their finished papers. */
export const estimatePapers = ({ now, absolute }: { now: () => Date; absolute: (path: string) => string }): EstimatePapers =>
  printedPapers(estimateKind, now, oneEstimate, async (_db, estimate, { publicId }) =>
    estimatePrint(estimate, absolute(reviewPath(publicId))),
  )
