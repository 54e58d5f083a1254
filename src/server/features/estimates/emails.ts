import { z } from 'zod'
import { estimateType } from '#server/domain/documents/document-type.ts'
import type { DocumentEmailContent } from '#server/domain/documents/emails/document-mail.ts'
import type { DocumentMailing } from '#server/domain/documents/emails/queue.ts'
import { enqueue, job } from '#server/platform/jobs/jobs.ts'
import { toSingleLineFields } from '#server/platform/mail/text.ts'
import { formatDay } from '#shared/dates.ts'
import { type EstimateStatus, mayEmailEstimate } from '#shared/estimate-rules.ts'
import { formatMoney } from '#shared/money.ts'
import { reviewPath } from '#shared/paths.ts'
import { lockEstimate } from './lock.ts'
import { type Estimate, getEstimate } from './read.ts'

/** Builds the estimate-specific contents of its email from display texts. */
export const buildEstimateEmailContent = (fields: { estimateNumber: string; total: string; expiryDate: string }): DocumentEmailContent => {
  const { estimateNumber, total, expiryDate } = toSingleLineFields(fields)
  return {
    number: estimateNumber,
    facts: [
      ['Total', total],
      ['Estimate', estimateNumber],
      ['Valid until', expiryDate],
    ],
    preview: `${total}, valid until ${expiryDate}`,
    button: 'View and answer estimate',
  }
}

/** Sends an estimate's email. */
export const sendEstimateJob = job('estimates.send', { emailId: z.int() })

/** An email queued earlier isn't sent when the estimate can no longer be answered. */
const tooLate: Record<EstimateStatus, string | null> = {
  draft: 'was made a draft again',
  sent: null,
  accepted: 'was accepted',
  rejected: 'was declined',
  expired: 'expired',
}

/** How estimates are sent by email. */
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
