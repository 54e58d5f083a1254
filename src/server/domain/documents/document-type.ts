import { defaultNumberPatterns, type NumberPattern } from '#shared/document-numbers.ts'

/** What tells invoices and estimates apart where the same is done to both: their words, and where their rows are. The names stand in SQL as they are. */
export type DocumentType = {
  name: 'invoice' | 'estimate'
  /** At the beginning of a sentence. */
  title: 'Invoice' | 'Estimate'
  /** With its article, as in 'An invoice can have ...'. */
  withArticle: 'An invoice' | 'An estimate'
  documents: 'invoices' | 'estimates'
  lines: 'invoice_line_items' | 'estimate_line_items'
  events: 'invoice_events' | 'estimate_events'
  emails: 'invoice_emails' | 'estimate_emails'
  numbering: 'invoice_numbering' | 'estimate_numbering'
  /** Where its unguessable public ids are. */
  publicIds: 'public_invoices' | 'public_estimates'
  /** The column of those tables that says which paper a row belongs to. */
  documentId: 'invoice_id' | 'estimate_id'
  numberColumn: 'invoice_number' | 'estimate_number'
  numberField: 'invoiceNumber' | 'estimateNumber'
  /** The day on which it is due, or up to which it is good. */
  endColumn: 'due_date' | 'expiry_date'
  endField: 'dueDate' | 'expiryDate'
  /** What one that was sent shows as, once that day is over. */
  lapsedStatus: 'overdue' | 'expired'
  defaultPattern: NumberPattern
  /** The most bytes that a record takes in a reply beside its lines, notes and terms, in SQL with `papers p`: field names, amounts, and texts of known length. */
  bytesBesideContent: string
}

export const invoiceType: DocumentType = {
  name: 'invoice',
  title: 'Invoice',
  withArticle: 'An invoice',
  documents: 'invoices',
  lines: 'invoice_line_items',
  events: 'invoice_events',
  emails: 'invoice_emails',
  numbering: 'invoice_numbering',
  publicIds: 'public_invoices',
  documentId: 'invoice_id',
  numberColumn: 'invoice_number',
  numberField: 'invoiceNumber',
  endColumn: 'due_date',
  endField: 'dueDate',
  lapsedStatus: 'overdue',
  defaultPattern: defaultNumberPatterns.invoice,
  bytesBesideContent: '2400',
}

export const estimateType: DocumentType = {
  name: 'estimate',
  title: 'Estimate',
  withArticle: 'An estimate',
  documents: 'estimates',
  lines: 'estimate_line_items',
  events: 'estimate_events',
  emails: 'estimate_emails',
  numbering: 'estimate_numbering',
  publicIds: 'public_estimates',
  documentId: 'estimate_id',
  numberColumn: 'estimate_number',
  numberField: 'estimateNumber',
  endColumn: 'expiry_date',
  endField: 'expiryDate',
  lapsedStatus: 'expired',
  defaultPattern: defaultNumberPatterns.estimate,
  bytesBesideContent: '3900 + 6 * octet_length(concat(p.answered_by, p.decline_reason))',
}
