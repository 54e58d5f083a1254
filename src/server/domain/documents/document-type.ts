import { defaultNumberPatterns, type NumberPattern } from '#shared/document-numbers.ts'

/** The names by which code for both document types finds their texts, tables and columns. They are inserted into SQL unescaped. */
export type DocumentType = {
  name: 'invoice' | 'estimate'
  /** The name at the start of a sentence. */
  title: 'Invoice' | 'Estimate'
  /** The name with its article, as in 'An invoice can have ...'. */
  withArticle: 'An invoice' | 'An estimate'
  documents: 'invoices' | 'estimates'
  lines: 'invoice_line_items' | 'estimate_line_items'
  events: 'invoice_events' | 'estimate_events'
  emails: 'invoice_emails' | 'estimate_emails'
  numbering: 'invoice_numbering' | 'estimate_numbering'
  /** Table of the unguessable public ids. */
  publicIds: 'public_invoices' | 'public_estimates'
  /** The column of these tables with the document's id. */
  documentId: 'invoice_id' | 'estimate_id'
  numberColumn: 'invoice_number' | 'estimate_number'
  numberField: 'invoiceNumber' | 'estimateNumber'
  /** The column of the due date or expiry date. */
  endColumn: 'due_date' | 'expiry_date'
  endField: 'dueDate' | 'expiryDate'
  /** The displayed status of a sent document after its due or expiry date. */
  lapsedStatus: 'overdue' | 'expired'
  defaultPattern: NumberPattern
  /** Maximum bytes of a record in a reply without lines, notes and terms, in SQL with the document `p`: field names, amounts, and texts of limited length. */
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
