import type { PublicInvoiceWire } from '#shared/contract/public-invoice.ts'

/** The document's name within a sentence. */
export type PublicDocument = 'invoice' | 'estimate' | 'credit note'

/** A business as its customers see it: the same on every document. */
export type PublicBusiness = PublicInvoiceWire['businessProfile']

/** A line as the document shows it. */
export type PublicLine = PublicInvoiceWire['lineItems'][number]

/** The document's name in a title. */
export const documentTitles: Record<PublicDocument, string> = { invoice: 'Invoice', estimate: 'Estimate', 'credit note': 'Credit note' }
