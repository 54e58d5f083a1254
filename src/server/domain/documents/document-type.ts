import type { z } from 'zod'
import { type ContentTotals, type DocumentContent, hasLineRates } from '#shared/content-totals.ts'
import type { documentRate, documentTotals, lineItem } from '#shared/contract/documents.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Day } from '#shared/dates.ts'
import { defaultNumberPatterns, type NumberPattern } from '#shared/document-numbers.ts'

/** The tax rate is in hundredths of a percent. */
export type StoredTotals = z.output<z.ZodObject<typeof documentTotals>>

export const toStoredTotals = (
  content: DocumentContent & { deliveryDate?: Day | null | undefined },
  totals: ContentTotals,
  currency: Currency,
): StoredTotals => ({
  currency,
  pricesIncludeTax: content.pricesIncludeTax ?? false,
  subtotal: totals.subtotal,
  discountPercent: content.discountPercent ?? null,
  discountAmount: totals.discount,
  chargeAmount: totals.charges,
  netAmount: totals.netAmount,
  taxRate: hasLineRates(content) ? null : content.taxRate,
  taxAmount: totals.taxAmount,
  taxIsCustom: totals.taxIsCustom,
  taxes: totals.taxes,
  rounding: totals.rounding,
  total: totals.total,
  deliveryDate: content.deliveryDate ?? null,
})

export type AnyDocument = StoredTotals & {
  id: number
  version: number
  customerId: number
  customer: { name: string; email: string | null }
  issueDate: Day
  notes: string | null
  terms: string | null
  lineItems: z.output<typeof lineItem>[]
}

export type StoredDocument = AnyDocument & z.output<z.ZodObject<typeof documentRate>> & { status: string }

/** What differs between types, but for statuses, rules, PDF labels and emails. Names are inserted into SQL unescaped. */
export type DocumentType = {
  name: 'invoice' | 'estimate' | 'credit-note'
  noun: 'invoice' | 'estimate' | 'credit note'
  title: 'Invoice' | 'Estimate' | 'Credit note'
  withArticle: 'An invoice' | 'An estimate' | 'A credit note'
  numberField: 'invoiceNumber' | 'estimateNumber' | 'creditNoteNumber'
  end: { column: 'due_date'; field: 'dueDate' } | { column: 'expiry_date'; field: 'expiryDate' } | null
  defaultPattern: NumberPattern
  /** Whether issued documents are in the ledger by themselves; a credit note is there with its invoice. */
  isPosted: boolean
  /** Maximum bytes of a record in a reply without lines, notes and terms: field names, amounts, and short texts. */
  fixedBytes: number
  /** Bytes that only some records have besides, in SQL with the document `p` of user $1; null for none. */
  moreBytesSql: string | null
}

export const invoiceType: DocumentType = {
  name: 'invoice',
  noun: 'invoice',
  title: 'Invoice',
  withArticle: 'An invoice',
  numberField: 'invoiceNumber',
  end: { column: 'due_date', field: 'dueDate' },
  defaultPattern: defaultNumberPatterns.invoice,
  isPosted: true,
  fixedBytes: 2550,
  moreBytesSql: null,
}

export const estimateType: DocumentType = {
  name: 'estimate',
  noun: 'estimate',
  title: 'Estimate',
  withArticle: 'An estimate',
  numberField: 'estimateNumber',
  end: { column: 'expiry_date', field: 'expiryDate' },
  defaultPattern: defaultNumberPatterns.estimate,
  isPosted: false,
  fixedBytes: 4050,
  moreBytesSql: `6 * coalesce((
    select octet_length(concat(e.responded_by, e.reason)) from estimate_responses e where e.user_id = $1 and e.document_id = p.id), 0)`,
}

export const creditNoteType: DocumentType = {
  name: 'credit-note',
  noun: 'credit note',
  title: 'Credit note',
  withArticle: 'A credit note',
  numberField: 'creditNoteNumber',
  end: null,
  defaultPattern: defaultNumberPatterns['credit-note'],
  isPosted: false,
  fixedBytes: 2550,
  moreBytesSql: null,
}

export const documentTypes: readonly DocumentType[] = [invoiceType, estimateType, creditNoteType]
