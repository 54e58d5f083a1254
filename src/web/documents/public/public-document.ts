import type { PublicInvoiceWire } from '#shared/contract/public-invoice.ts'
import type { DocumentKind, documentInfo } from '#shared/record-types.ts'

/** Its noun. */
export type PublicDocument = (typeof documentInfo)[DocumentKind]['noun']

export type PublicBusiness = PublicInvoiceWire['businessProfile']

export type PublicLine = PublicInvoiceWire['lineItems'][number]

/** 'Credit note' */
export const getTitle = (doc: PublicDocument): string => doc.charAt(0).toUpperCase() + doc.slice(1)
