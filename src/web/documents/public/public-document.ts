import type { PublicInvoiceWire } from '#shared/contract/public-invoice.ts'

/** What a paper is called in the midst of a sentence. */
export type PublicDocument = 'invoice' | 'estimate'

/** A business as its customers see it: the same on every paper. */
export type PublicBusiness = PublicInvoiceWire['businessProfile']

/** A line as its paper shows it. */
export type PublicLine = PublicInvoiceWire['lineItems'][number]

/** What a paper is called in a title. */
export const documentTitles: Record<PublicDocument, string> = { invoice: 'Invoice', estimate: 'Estimate' }
