import type { DocumentEmailContent } from '#server/papers/paper-mail.ts'
import { toSingleLineFields } from '#server/platform/mail/text.ts'

/** What the mail that brings an estimate says of it. All values are finished texts, as they are to be read. */
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
