import { estimateType } from '#server/domain/documents/document-type.ts'
import type { DocumentEmailContent } from '#server/domain/documents/emails/document-mail.ts'
import type { DocumentMailing } from '#server/domain/documents/emails/queue.ts'
import { createScheduledSender } from '#server/domain/scheduled-sends/run.ts'
import { toSingleLineFields } from '#server/platform/text/plain-text.ts'
import { formatDay } from '#shared/dates.ts'
import { mayEmailEstimate } from '#shared/estimate-rules.ts'
import { formatMoney } from '#shared/money.ts'
import { type Estimate, getEstimate, lockEstimate } from './read.ts'

export const buildEstimateEmailContent = (fields: { estimateNumber: string; total: string; expiryDate: string }): DocumentEmailContent => {
  const { estimateNumber, total, expiryDate } = toSingleLineFields(fields)
  return {
    number: estimateNumber,
    facts: [
      ['Total', total],
      ['Valid until', expiryDate],
      ['Estimate', estimateNumber],
    ],
    preview: `${total}, valid until ${expiryDate}`,
    button: 'Review estimate',
  }
}

export const estimateMailing: DocumentMailing<Estimate> = {
  type: estimateType,
  get: getEstimate,
  lock: lockEstimate,
  mayEmail: mayEmailEstimate,
  // It can no longer be answered.
  tooLate: { accepted: 'was accepted', rejected: 'was declined', expired: 'expired' },
  buildContent: ({ estimateNumber, currency, total, expiryDate }) =>
    buildEstimateEmailContent({ estimateNumber, total: formatMoney(total, currency), expiryDate: formatDay(expiryDate) }),
}

export const sendScheduledEstimate = createScheduledSender(estimateMailing, ({ status }) => status === 'accepted' || status === 'rejected')
