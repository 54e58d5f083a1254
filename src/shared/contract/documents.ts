import { z } from 'zod'
import { documentReferences, mapReferences } from '#shared/document-references.ts'
import type { LineKind } from '#shared/document-totals.ts'
import { lineKinds } from '#shared/document-totals.ts'
import { type DocumentKind, documentInfo } from '#shared/record-types.ts'
import { taxCategoryCodes } from '#shared/tax-categories.ts'
import { findDocumentTextProblem, maxLines, textLimits } from '#shared/text-limits.ts'
import { unitCodes } from '#shared/units.ts'
import {
  amount,
  amountInput,
  calendarDay,
  currency,
  decimal,
  documentDayInput,
  exactDecimal,
  exchangeRateInput,
  optionalText,
  percent,
  percentInput,
  quantityInput,
  requiredText,
  rowId,
  signedAmountInput,
  sum,
  taxRateInput,
  unitPriceInput,
  version,
} from './fields.ts'

/** Deductions of deposits are written by the server. */
export const chargeableKinds = ['item', 'charge'] as const satisfies readonly LineKind[]

const discountFields = { discountPercent: percentInput('Discount').nullish(), discountAmount: amountInput('Discount').nullish() }

export const lineItemInput = z.strictObject({
  itemId: rowId('Item').nullish(),
  /** A charge, such as shipping, takes no part in the document discount. */
  kind: z.enum(chargeableKinds, `Kind must be one of ${chargeableKinds.join(', ')}`).optional(),
  description: requiredText('Description', textLimits.description),
  quantity: quantityInput('Quantity', { belowMin: 'Quantity must be positive' }),
  /** A code of UN/ECE Recommendation 20; C62, 'one', is not printed. */
  unitCode: z.enum(unitCodes, 'Unit must be one of the listed codes, like HUR for hours').optional(),
  unitPrice: unitPriceInput('Unit price', { belowMin: 'Unit price must be positive' }),
  ...discountFields,
  /** While no line names one, the document's `taxRate` holds for all lines. */
  taxRateId: rowId('Tax rate').nullish(),
  /** Must match the total that the server computes. */
  total: signedAmountInput('Line total').optional(),
})

/** @param withArticle the document type in messages, e.g. 'An invoice' */
export const lineItemsInput = <L extends z.ZodType>(line: L, withArticle: string) =>
  z
    .array(line, 'Line items are required')
    .min(1, 'At least one line item is required')
    .max(maxLines, `${withArticle} can have at most ${maxLines.toLocaleString('en-US')} lines`)

export const documentNumberInput = (label: string) => requiredText(label, textLimits.documentNumber)

export const documentFormFields = {
  customerId: rowId('Customer'),
  issueDate: documentDayInput('Issue date'),
  taxRate: taxRateInput.default(0),
  /** The displayed tax. An amount other than rate x subtotal is a custom one. */
  taxAmount: amountInput('Tax amount').optional(),
  notes: optionalText('Notes', textLimits.notes),
}

export const referenceFields = mapReferences((name) => optionalText(documentReferences[name], textLimits.reference))

export const pricingFields = {
  pricesIncludeTax: z.boolean('pricesIncludeTax must be true or false').optional(),
  ...discountFields,
  deliveryDate: documentDayInput('Delivery date').nullish(),
  /** The last day of a service that took longer. */
  deliveryUntil: documentDayInput('Delivery until').nullish(),
  /** Of a new document by default the customer's; it can be changed until the document is issued. */
  currency: currency.optional(),
  /** Home units per unit of the currency; null for the rate of the issue date. Documents in the home currency have none. */
  exchangeRate: exchangeRateInput.nullish(),
}

type Info<Kind extends DocumentKind> = (typeof documentInfo)[Kind]

/** The form of a type of document that begins as a draft. @param own stand below the dates */
export const draftFields = <Kind extends Exclude<DocumentKind, 'credit-note'>, Own extends z.ZodRawShape>(kind: Kind, own: Own) => {
  const { numberField, end, title, withArticle } = documentInfo[kind]
  return {
    customerId: documentFormFields.customerId,
    ...({ [numberField]: documentNumberInput(`${title} number`) } as Record<
      Info<Kind>['numberField'],
      ReturnType<typeof documentNumberInput>
    >),
    issueDate: documentFormFields.issueDate,
    ...({ [end.field]: documentDayInput(end.label) } as Record<Info<Kind>['end']['field'], typeof documentFormFields.issueDate>),
    ...own,
    ...referenceFields,
    taxRate: documentFormFields.taxRate,
    taxAmount: documentFormFields.taxAmount,
    ...pricingFields,
    notes: documentFormFields.notes,
    terms: optionalText('Terms', textLimits.notes),
    lineItems: lineItemsInput(lineItemInput, withArticle),
  }
}

/** Must be applied last, as the resulting schema can't be extended. */
export const limitDocumentText = <S extends z.ZodType<Parameters<typeof findDocumentTextProblem>[0]>>(schema: S): S =>
  schema.check(({ value, issues }) => {
    const message = findDocumentTextProblem(value)
    if (message) issues.push({ code: 'custom', input: value, path: ['lineItems'], message })
  })

export const submittedTotals = { subtotal: amountInput('Subtotal').optional(), total: amountInput('Total').optional() }

/** Instead of using the given number, the server gives it the pattern's next one when it is issued. */
export const drawNumber = z.boolean('drawNumber must be true or false').optional()

/** By default the saved rate. */
export const documentEditFields = { taxRate: taxRateInput.optional(), ...submittedTotals, drawNumber, version: version.optional() }

export const lineItem = z.object({
  id: z.int(),
  itemId: z.int().nullable(),
  kind: z.enum(lineKinds),
  description: z.string(),
  quantity: exactDecimal,
  unitCode: z.string(),
  unitPrice: exactDecimal,
  discountPercent: percent.nullable(),
  discountAmount: amount,
  taxRateId: z.int().nullable(),
  total: amount,
  /** The estimate's line that it bills a part of, or the deposit's line that it deducts. */
  sourceLineId: z.int().nullable(),
})

/** One component of the rate of a group of lines. */
export const documentTax = z.object({
  taxRateId: z.int().nullable(),
  name: z.string().nullable(),
  category: z.enum(taxCategoryCodes).nullable(),
  exemption: z.string().nullable(),
  percent,
  isCompound: z.boolean(),
  base: amount,
  amount,
})

export const referencesReply = mapReferences(() => z.string().nullable())

export const documentTotals = {
  currency,
  pricesIncludeTax: z.boolean(),
  subtotal: amount,
  discountPercent: percent.nullable(),
  discountAmount: amount,
  chargeAmount: amount,
  netAmount: amount,
  /** null when lines name their tax rates. */
  taxRate: decimal.nullable(),
  taxAmount: amount,
  /** An amount that isn't rate x subtotal. */
  taxIsCustom: z.boolean(),
  taxes: z.array(documentTax),
  /** Where prices include tax: what no net amount and its taxes can make up. */
  rounding: amount,
  total: amount,
  deliveryDate: calendarDay.nullable(),
  deliveryUntil: calendarDay.nullable(),
  ...referencesReply,
}

/** What the customer keeps for the tax office, as a percentage of the net amount: null for none. */
export const withholdingReply = { withholdingPercent: percent.nullable(), withheld: amount }

export const rateSources = ['typed', 'file', 'ecb'] as const

export const documentRate = {
  /** Home units per unit of the document's currency: 1 in the home currency; null until it is known. */
  exchangeRate: z.string().nullable(),
  rateDay: calendarDay.nullable(),
  rateSource: z.enum(rateSources).nullable(),
  homeTotal: amount.nullable(),
}

export const homeSums = {
  /** In the home currency. */
  total: sum,
  /** How many have no exchange rate yet: counted, but not in the sums. */
  withoutRate: z.int(),
}

/** `tax`: as it is printed, in the language of the document; null where all lines are taxed alike. */
export const publicLine = lineItem
  .omit({ id: true, itemId: true, taxRateId: true, sourceLineId: true })
  .extend({ tax: z.string().nullable() })
export const publicTotals = { ...documentTotals, taxes: z.array(documentTax.omit({ taxRateId: true })) }

export const longFields = {
  pricesIncludeTax: true,
  subtotal: true,
  discountPercent: true,
  discountAmount: true,
  chargeAmount: true,
  netAmount: true,
  taxRate: true,
  taxAmount: true,
  taxIsCustom: true,
  taxes: true,
  rounding: true,
  deliveryDate: true,
  deliveryUntil: true,
  ...mapReferences(() => true as const),
  notes: true,
  terms: true,
  lineItems: true,
} as const
