export type CreditSource = { id: number; invoiceNumber: string } | { id: number; creditNoteNumber: string }

export const getSourceNumber = (source: CreditSource): string =>
  'invoiceNumber' in source ? source.invoiceNumber : source.creditNoteNumber

export const getSourcePath = (source: CreditSource): string => `/${'invoiceNumber' in source ? 'invoices' : 'credit-notes'}/${source.id}`
