import { z } from 'zod'
import { estimateKind } from '#server/papers/kind.ts'
import type { Mailing } from '#server/papers/mailing.ts'
import { enqueue, job } from '#server/platform/jobs.ts'
import { showDay } from '#shared/dates.ts'
import { type EstimateStatus, mayEmailEstimate } from '#shared/estimate-rules.ts'
import { showMoney } from '#shared/money.ts'
import { reviewPath } from '#shared/paths.ts'
import { estimateWords } from './estimate.mail.ts'
import { lockEstimate } from './lock.ts'
import { type Estimate, oneEstimate } from './read.ts'

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
export const estimateMailing: Mailing<Estimate> = {
  of: estimateKind,
  one: oneEstimate,
  hold: lockEstimate,
  isDraft: ({ status }) => status === 'draft',
  may: mayEmailEstimate,
  tooLate: ({ status }) => tooLate[status],
  words: ({ estimateNumber, total, expiryDate }) =>
    estimateWords({ estimateNumber, total: showMoney(total), expiryDate: showDay(expiryDate) }),
  path: reviewPath,
  queue: (db, emailId, key) => enqueue(db, sendEstimateJob, { userId: db.userId, emailId }, { key }),
}
