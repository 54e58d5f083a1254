import type { z } from 'zod'
import type { lineItem } from '#shared/contract/documents.ts'
import type { Day } from '#shared/dates.ts'
import { defaultNumberPatterns, type NumberPattern } from '#shared/document-numbers.ts'
import type { Cents } from '#shared/money.ts'

/** The common fields of invoices and estimates: amounts in cents, quantities and rates in hundredths. */
export type AnyDocument = {
  id: number
  version: number
  customerId: number
  customer: { name: string; email: string | null }
  issueDate: Day
  subtotal: Cents
  taxRate: number
  taxAmount: Cents
  taxIsCustom: boolean
  total: Cents
  notes: string | null
  terms: string | null
  lineItems: z.output<typeof lineItem>[]
}

/** The names by which code for both document types finds their texts, tables and columns. They are inserted into SQL unescaped. */
export type DocumentType = {
  name: 'invoice' | 'estimate'
  /** The name at the start of a sentence. */
  title: 'Invoice' | 'Estimate'
  /** The name with its article, as in 'An invoice can have ...'. */
  withArticle: 'An invoice' | 'An estimate'
  table: 'invoices' | 'estimates'
  lineTable: 'invoice_line_items' | 'estimate_line_items'
  eventTable: 'invoice_events' | 'estimate_events'
  emailTable: 'invoice_emails' | 'estimate_emails'
  numberingTable: 'invoice_numbering' | 'estimate_numbering'
  /** Table of the unguessable public ids. */
  publicIdTable: 'public_invoices' | 'public_estimates'
  /** The column of these tables with the document's id. */
  idColumn: 'invoice_id' | 'estimate_id'
  numberColumn: 'invoice_number' | 'estimate_number'
  numberField: 'invoiceNumber' | 'estimateNumber'
  /** The column of the due date or expiry date. */
  endColumn: 'due_date' | 'expiry_date'
  endField: 'dueDate' | 'expiryDate'
  /** The displayed status of a sent document after its due or expiry date. */
  lapsedStatus: 'overdue' | 'expired'
  defaultPattern: NumberPattern
  /** Maximum bytes of a record in a reply without lines, notes and terms, in SQL with the document `p`: field names, amounts, and texts of limited length. */
  fixedBytesSql: string
}

export const invoiceType: DocumentType = {
  name: 'invoice',
  title: 'Invoice',
  withArticle: 'An invoice',
  table: 'invoices',
  lineTable: 'invoice_line_items',
  eventTable: 'invoice_events',
  emailTable: 'invoice_emails',
  numberingTable: 'invoice_numbering',
  publicIdTable: 'public_invoices',
  idColumn: 'invoice_id',
  numberColumn: 'invoice_number',
  numberField: 'invoiceNumber',
  endColumn: 'due_date',
  endField: 'dueDate',
  lapsedStatus: 'overdue',
  defaultPattern: defaultNumberPatterns.invoice,
  fixedBytesSql: '2400',
}

export const estimateType: DocumentType = {
  name: 'estimate',
  title: 'Estimate',
  withArticle: 'An estimate',
  table: 'estimates',
  lineTable: 'estimate_line_items',
  eventTable: 'estimate_events',
  emailTable: 'estimate_emails',
  numberingTable: 'estimate_numbering',
  publicIdTable: 'public_estimates',
  idColumn: 'estimate_id',
  numberColumn: 'estimate_number',
  numberField: 'estimateNumber',
  endColumn: 'expiry_date',
  endField: 'expiryDate',
  lapsedStatus: 'expired',
  defaultPattern: defaultNumberPatterns.estimate,
  fixedBytesSql: '3900 + 6 * octet_length(concat(p.answered_by, p.decline_reason))',
}
