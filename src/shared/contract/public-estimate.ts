import { z } from 'zod'
import { limited, post } from '#shared/endpoint.ts'
import { type TextLimit, textLimits } from '#shared/text-limits.ts'
import { publicApi } from './document-api.ts'
import { publicLine, publicTotals } from './documents.ts'
import { publicEstimateEndpoints } from './endpoints/public-estimate.ts'
import { amount, calendarDay, instant, optionalText, requiredText, version } from './fields.ts'
import { publicBusiness } from './public-invoice.ts'

export const publicEstimateStatuses = ['open', 'accepted', 'declined', 'expired', 'withdrawn'] as const

/** Without row ids and customer record. */
export const publicEstimate = z.object({
  id: z.string(),
  estimateNumber: z.string(),
  state: z.enum(publicEstimateStatuses),
  estimate: z
    .object({
      /** Sent back with the answer, so that an answer to an older version is refused. */
      version,
      issueDate: calendarDay,
      expiryDate: calendarDay,
      ...publicTotals,
      deposit: amount.nullable(),
      notes: z.string().nullable(),
      terms: z.string().nullable(),
      customerName: z.string(),
      lineItems: z.array(publicLine),
    })
    .nullable(),
  /** null also when the owner set the status. */
  answer: z.object({ at: instant, by: z.string().nullable(), reason: z.string().nullable() }).nullable(),
  invoicePath: z.string().nullable(),
  businessProfile: publicBusiness,
})
export type PublicEstimateWire = z.input<typeof publicEstimate>

/** Zero-width and formatting characters don't count. */
const hasLetters = (text: string) => /[^\p{Cc}\p{Cf}\p{Z}\p{M}]/u.test(text)
const visibleText = (label: string, limit: TextLimit) => requiredText(label, limit).refine(hasLetters, `${label} is required`)

/** `version` is the version that the page showed. */
export const acceptInput = z.strictObject({ name: visibleText('Your name', textLimits.name), version })
export const declineInput = z.strictObject({
  reason: visibleText('Reason', textLimits.declineReason),
  name: optionalText('Your name', textLimits.name).transform((name) => (name && hasLetters(name) ? name : null)),
  version,
})

export const publicEstimateApi = {
  ...publicApi(publicEstimateEndpoints, publicEstimate),
  /** Converts it to an invoice. Repeated requests change nothing. */
  accept: limited('answers', post(publicEstimateEndpoints.accept, acceptInput, publicEstimate, { access: 'public' })),
  decline: limited('answers', post(publicEstimateEndpoints.decline, declineInput, publicEstimate, { access: 'public' })),
}
