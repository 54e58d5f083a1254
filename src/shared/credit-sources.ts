/** What credit of a customer comes from: an invoice, or a credit note without one. */
export type CreditSource = { id: number; invoiceNumber: string } | { id: number; creditNoteNumber: string }

/** The number of the invoice or the credit note. */
export const getSourceNumber = (source: CreditSource): string =>
  'invoiceNumber' in source ? source.invoiceNumber : source.creditNoteNumber

/** The page of the invoice or the credit note. */
export const getSourcePath = (source: CreditSource): string => `/${'invoiceNumber' in source ? 'invoices' : 'credit-notes'}/${source.id}`
