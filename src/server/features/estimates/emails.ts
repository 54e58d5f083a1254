import { z } from 'zod'
import { estimateType } from '#server/papers/kind.ts'
import type { DocumentMailing } from '#server/papers/mailing.ts'
import { enqueue, job } from '#server/platform/jobs.ts'
import { formatDay } from '#shared/dates.ts'
import { type EstimateStatus, mayEmailEstimate } from '#shared/estimate-rules.ts'
import { formatMoney } from '#shared/money.ts'
import { reviewPath } from '#shared/paths.ts'
import { buildEstimateEmailContent } from './estimate.mail.ts'
import { lockEstimate } from './lock.ts'
import { type Estimate, getEstimate } from './read.ts'

/** Sends an estimate's e-mail. */
export const sendEstimateJob = job('estimates.send', { emailId: z.int() })

/** Nobody is asked for an answer that he can't give any more. */
const tooLate: Record<EstimateStatus, string | null> = {
  draft: 'was made a draft again',
  sent: null,
  accepted: 'was accepted',
  rejected: 'was declined',
  expired: 'expired',
}

/** How estimates go out by e-mail. */
export const estimateMailing: DocumentMailing<Estimate> = {
  type: estimateType,
  get: getEstimate,
  lock: lockEstimate,
  isDraft: ({ status }) => status === 'draft',
  mayEmail: mayEmailEstimate,
  whyTooLate: ({ status }) => tooLate[status],
  buildContent: ({ estimateNumber, total, expiryDate }) =>
    buildEstimateEmailContent({ estimateNumber, total: formatMoney(total), expiryDate: formatDay(expiryDate) }),
  path: reviewPath,
  queue: (db, emailId, key) => enqueue(db, sendEstimateJob, { userId: db.userId, emailId }, { key }),
}
