import type { z } from 'zod'
import { type ContentTotals, type DocumentContent, hasLineRates } from '#shared/content-totals.ts'
import type { documentRate, documentTotals, lineItem } from '#shared/contract/documents.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Day } from '#shared/dates.ts'
import { getDefaultPattern } from '#shared/document-numbers.ts'
import { type DocumentReferences, pickReferences } from '#shared/document-references.ts'
import { type DocumentKind, documentInfo, documentKinds } from '#shared/record-types.ts'

/** The tax rate is in hundredths of a percent. */
export type StoredTotals = z.output<z.ZodObject<typeof documentTotals>>

export const toStoredTotals = (
  content: DocumentContent & { deliveryDate?: Day | null | undefined; deliveryUntil?: Day | null | undefined } & Partial<
      Record<keyof DocumentReferences, string | null | undefined>
    >,
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
  deliveryUntil: content.deliveryUntil ?? null,
  ...pickReferences(content),
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

/** Of a field that not every type has; '' for none. */
export const readText = (document: object, name: string): string =>
  (document as Readonly<Record<string, string | null | undefined>>)[name] ?? ''

/** Of a document in the words of its contract: 'EST-2026-0001', which estimates have as `estimateNumber`. */
export const getNumber = ({ numberField }: Pick<DocumentType, 'numberField'>, document: object): string => readText(document, numberField)

/** The due date or the expiry date; undefined for a type without. */
export const getEndDay = ({ end }: Pick<DocumentType, 'end'>, document: object): Day | undefined =>
  end ? (document as Readonly<Record<string, Day>>)[end.field] : undefined

/** Its number and its end, in the words that all types share. A type that is edited has an end. */
export const readNames = (type: DocumentType, document: object) => ({
  number: getNumber(type, document),
  endDate: getEndDay(type, document)!,
})

export type StoredDocument = AnyDocument & z.output<z.ZodObject<typeof documentRate>> & { status: string; hasNumber: boolean }

type ServerFacts = {
  /** Whether issued documents are in the ledger by themselves; a credit note is there with its invoice. */
  isPosted: boolean
  /** Whether it begins as a draft, and can be deleted; a credit note is issued at once, and voided instead. */
  hasDrafts: boolean
  /** Maximum bytes of a record in a reply without lines, notes and terms: field names, amounts, and short texts. */
  fixedBytes: number
  /** Bytes that only some records have besides, in SQL with the document `p` of the user; null for none. */
  moreBytesSql: ((user: string) => string) | null
}
const usual: ServerFacts = { isPosted: false, hasDrafts: true, fixedBytes: 2550, moreBytesSql: null }
const others: { readonly [Kind in DocumentKind]?: Partial<ServerFacts> } = {
  invoice: { isPosted: true },
  estimate: {
    fixedBytes: 4050,
    moreBytesSql: (user) => `6 * coalesce((
    select octet_length(concat(e.responded_by, e.reason)) from estimate_responses e where e.user_id = ${user} and e.document_id = p.id), 0)`,
  },
  'credit-note': { hasDrafts: false },
}

const createType = <Kind extends DocumentKind>(name: Kind) => {
  const info = documentInfo[name]
  return { name, ...info, defaultPattern: getDefaultPattern(info.numberPrefix), ...usual, ...others[name] }
}

/** What differs between types, but for statuses, rules, PDF labels and emails. Names are inserted into SQL unescaped. */
export type DocumentType = { [Kind in DocumentKind]: ReturnType<typeof createType<Kind>> }[DocumentKind]

/** By kind, in display order. */
export const documentTypes = Object.fromEntries(documentKinds.map((kind) => [kind, createType(kind)])) as Readonly<
  Record<DocumentKind, DocumentType>
>
export const { invoice: invoiceType, estimate: estimateType, 'credit-note': creditNoteType } = documentTypes
