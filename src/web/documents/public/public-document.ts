import type { PublicInvoiceWire } from '#shared/contract/public-invoice.ts'

export type PublicDocument = 'invoice' | 'estimate' | 'credit note'

export type PublicBusiness = PublicInvoiceWire['businessProfile']

export type PublicLine = PublicInvoiceWire['lineItems'][number]

export const documentTitles: Record<PublicDocument, string> = { invoice: 'Invoice', estimate: 'Estimate', 'credit note': 'Credit note' }
