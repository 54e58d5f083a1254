import { estimateType } from '#server/domain/documents/document-type.ts'
import type { DocumentEmailContent } from '#server/domain/documents/emails/document-mail.ts'
import type { DocumentMailing } from '#server/domain/documents/emails/queue.ts'
import { createScheduledSender } from '#server/domain/scheduled-sends/run.ts'
import { toSingleLineFields } from '#server/platform/text/plain-text.ts'
import type { Texts } from '#shared/customer-texts.ts'
import { mayEmailEstimate } from '#shared/estimate-rules.ts'
import { type Estimate, getEstimate, lockEstimate } from './read.ts'

export const buildEstimateEmailContent = (
  fields: { estimateNumber: string; total: string; expiryDate: string },
  { t }: Texts,
): DocumentEmailContent => {
  const { estimateNumber, total, expiryDate } = toSingleLineFields(fields)
  return {
    number: estimateNumber,
    facts: [
      [t('Total'), total],
      [t('Valid until'), expiryDate],
      [t('Estimate'), estimateNumber],
    ],
    preview: t('{amount}, valid until {date}', { amount: total, date: expiryDate }),
    button: t('Review estimate'),
  }
}

export const estimateMailing: DocumentMailing<Estimate> = {
  type: estimateType,
  get: getEstimate,
  lock: lockEstimate,
  mayEmail: mayEmailEstimate,
  // It can no longer be answered.
  tooLate: { accepted: 'was accepted', rejected: 'was declined', expired: 'expired' },
  buildContent: ({ estimateNumber, currency, total, expiryDate }, texts) =>
    buildEstimateEmailContent({ estimateNumber, total: texts.money(total, currency), expiryDate: texts.day(expiryDate) }, texts),
}

export const sendScheduledEstimate = createScheduledSender(estimateMailing, ({ status }) => status === 'accepted' || status === 'rejected')
