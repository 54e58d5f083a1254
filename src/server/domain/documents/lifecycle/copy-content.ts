import type { AnyDocument } from '#server/domain/documents/document-type.ts'
import type { InvoiceInput } from '#shared/contract/invoices.ts'
import { pickReferences } from '#shared/document-references.ts'

type Line = InvoiceInput['lineItems'][number]
type StoredDiscount = Pick<AnyDocument, 'discountPercent' | 'discountAmount'>

export const toDiscountInput = ({ discountPercent, discountAmount }: StoredDiscount) => ({
  discountPercent,
  discountAmount: discountPercent === null && discountAmount !== 0 ? discountAmount : null,
})

export const toLineInput = (line: AnyDocument['lineItems'][number]): Line => ({
  itemId: line.itemId,
  kind: line.kind === 'charge' ? 'charge' : 'item',
  description: line.description,
  quantity: line.quantity,
  unitCode: line.unitCode as Line['unitCode'],
  unitPrice: line.unitPrice,
  ...toDiscountInput(line),
  taxRateId: line.taxRateId,
})

/** Without its exchange rate and the deposits that it deducts. A custom tax is kept. */
export const copyContent = (document: AnyDocument) => ({
  currency: document.currency,
  pricesIncludeTax: document.pricesIncludeTax,
  ...toDiscountInput(document),
  taxRate: document.taxRate ?? 0,
  ...(document.taxIsCustom ? { taxAmount: document.taxAmount } : {}),
  deliveryDate: document.deliveryDate,
  deliveryUntil: document.deliveryUntil,
  ...pickReferences(document),
  notes: document.notes,
  terms: document.terms,
  lineItems: document.lineItems.filter(({ kind }) => kind !== 'deposit').map(toLineInput),
})
