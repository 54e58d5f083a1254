import { z } from 'zod'
import { file, get, post } from '#shared/endpoint.ts'
import { type TextLimit, textLimits } from '#shared/text-limits.ts'
import { documentSums, lineItem } from './documents.ts'
import { publicEstimateEndpoints } from './endpoints/public-estimate.ts'
import { calendarDay, instant, optionalText, requiredText, version } from './fields.ts'
import { publicBusiness } from './public-invoice.ts'

/** Where an estimate stands for whoever holds its link. */
export const publicEstimateStatuses = ['open', 'accepted', 'declined', 'expired', 'withdrawn'] as const

/** What anybody who holds an estimate's public id may see: no row numbers, no customer record. */
export const publicEstimate = z.object({
  /** The public id. */
  id: z.string(),
  estimateNumber: z.string(),
  state: z.enum(publicEstimateStatuses),
  /** What it says; null when it was withdrawn. */
  estimate: z
    .object({
      /** Goes back with the answer, so that nobody agrees to what he hasn't seen. */
      version,
      issueDate: calendarDay,
      expiryDate: calendarDay,
      ...documentSums,
      notes: z.string().nullable(),
      terms: z.string().nullable(),
      customerName: z.string(),
      lineItems: z.array(lineItem.omit({ id: true, itemId: true })),
    })
    .nullable(),
  /** What was answered on this page; null when nothing was, or when the business set the status itself. */
  answer: z.object({ at: instant, by: z.string().nullable(), reason: z.string().nullable() }).nullable(),
  /** The pay page of the invoice that it became, once that was sent. */
  invoicePath: z.string().nullable(),
  businessProfile: publicBusiness,
})
export type PublicEstimateWire = z.input<typeof publicEstimate>

/** Spaces without width, and marks that only turn the letters around, say nothing. */
const hasLetters = (text: string) => /[^\p{Cc}\p{Cf}\p{Z}\p{M}]/u.test(text)
const said = (words: string, limit: TextLimit) => requiredText(words, limit).refine(hasLetters, `${words} is required`)

/** `version` is the one that the page showed. */
export const acceptInput = z.strictObject({ name: said('Your name', textLimits.name), version })
export const declineInput = z.strictObject({
  reason: said('Reason', textLimits.declineReason),
  name: optionalText('Your name', textLimits.name).transform((name) => (name && hasLetters(name) ? name : null)),
  version,
})

export const publicEstimateApi = {
  read: get(publicEstimateEndpoints.read, publicEstimate, { access: 'public' }),
  pdf: file(publicEstimateEndpoints.pdf, { access: 'public' }),
  /** The picture of the business; a withdrawn estimate shows none. */
  logo: file(publicEstimateEndpoints.logo, { access: 'public' }),
  /** Says yes: the estimate is accepted, and becomes an invoice. Said again, it changes nothing more. */
  accept: post(publicEstimateEndpoints.accept, acceptInput, publicEstimate, { access: 'public' }),
  decline: post(publicEstimateEndpoints.decline, declineInput, publicEstimate, { access: 'public' }),
}
