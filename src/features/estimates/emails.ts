import { serveDocument } from '#kit/server/serve-document.ts'
import { estimateType } from '#server/domain/documents/document-type.ts'
import type { DocumentEmailContent } from '#server/domain/documents/emails/document-mail.ts'
import type { DocumentMailing } from '#server/domain/documents/emails/queue.ts'
import { createSendRunners } from '#server/domain/documents/emails/send.ts'
import { scheduledSendRoutes } from '#server/domain/scheduled-sends/routes.ts'
import { createScheduledSender } from '#server/domain/scheduled-sends/run.ts'
import type { Services } from '#server/domain/services.ts'
import { toSingleLineFields } from '#server/platform/text/plain-text.ts'
import { estimatesApi } from '#shared/contract/estimates.ts'
import { formatDay } from '#shared/dates.ts'
import { mayEmailEstimate } from '#shared/estimate-rules.ts'
import { formatMoney } from '#shared/money.ts'
import { createEstimateReader } from './pdf.ts'
import { type Estimate, estimates, getEstimate, lockEstimate } from './read.ts'

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

const estimateMailing: DocumentMailing<Estimate> = {
  type: estimateType,
  get: getEstimate,
  lock: lockEstimate,
  mayEmail: mayEmailEstimate,
  // It can no longer be answered.
  tooLate: { accepted: 'was accepted', rejected: 'was declined', expired: 'expired' },
  buildContent: ({ estimateNumber, currency, total, expiryDate }) =>
    buildEstimateEmailContent({ estimateNumber, total: formatMoney(total, currency), expiryDate: formatDay(expiryDate) }),
}

export const estimateSendingRoutes = (services: Services) => [
  ...serveDocument(estimates, estimatesApi, estimateMailing, { ...services, documents: createEstimateReader(services) }),
  ...scheduledSendRoutes(estimateMailing, estimatesApi, services),
]

export const sendScheduledEstimate = createScheduledSender(estimateMailing, ({ status }) => status === 'accepted' || status === 'rejected')

export const sendEstimateRunners = (services: Services) => createSendRunners(estimateMailing, createEstimateReader(services), services)
