import { z } from 'zod'
import type { LineKind } from '#shared/document-totals.ts'
import { lineKinds } from '#shared/document-totals.ts'
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
  sum,
  taxRateInput,
  unitPriceInput,
  version,
} from './fields.ts'

// Fields shared by the contracts of invoices and estimates.

/** The kinds of lines that a request may have; deductions of deposits are written by the server. */
export const chargeableKinds = ['item', 'charge'] as const satisfies readonly LineKind[]

/** A discount of a line or a document: a percentage or an amount, not both. */
const discountFields = { discountPercent: percentInput('Discount').nullish(), discountAmount: amountInput('Discount').nullish() }

export const lineItemInput = z.strictObject({
  itemId: rowId('Item').nullish(),
  /** A charge, such as shipping, stands below the items and takes no part in the document discount. */
  kind: z.enum(chargeableKinds, `Kind must be one of ${chargeableKinds.join(', ')}`).optional(),
  description: requiredText('Description', textLimits.description),
  quantity: quantityInput('Quantity', { belowMin: 'Quantity must be positive' }),
  /** A code of UN/ECE Recommendation 20; C62, 'one', is not printed. */
  unitCode: z.enum(unitCodes, 'Unit must be one of the listed codes, like HUR for hours').optional(),
  unitPrice: unitPriceInput('Unit price', { belowMin: 'Unit price must be positive' }),
  ...discountFields,
  /** One of the account's tax rates. While no line names one, the document's `taxRate` holds for all lines. */
  taxRateId: rowId('Tax rate').nullish(),
  /** Optional; must match the total that the server computes. */
  total: amountInput('Line total').optional(),
})

/** @param withArticle the document type in messages, e.g. 'An invoice' */
export const lineItemsInput = <L extends z.ZodType>(line: L, withArticle: string) =>
  z
    .array(line, 'Line items are required')
    .min(1, 'At least one line item is required')
    .max(maxLines, `${withArticle} can have at most ${maxLines.toLocaleString('en-US')} lines`)

/** @param label e.g. 'Invoice number' */
export const documentNumberInput = (label: string) => requiredText(label, textLimits.documentNumber)

/** Form fields with the same names in both. */
export const documentFormFields = {
  customerId: rowId('Customer'),
  issueDate: documentDayInput('Issue date'),
  taxRate: taxRateInput.default(0),
  /** The displayed tax. An amount other than rate x subtotal is a custom one. */
  taxAmount: amountInput('Tax amount').optional(),
  notes: optionalText('Notes', textLimits.notes),
}

/** Form fields of "More"; in an edit, what is left out stays as it is. */
export const pricingFields = {
  pricesIncludeTax: z.boolean('pricesIncludeTax must be true or false').optional(),
  ...discountFields,
  /** The day of the delivery or service; some tax categories need it. */
  deliveryDate: documentDayInput('Delivery date').nullish(),
  /** Of a new document by default the customer's; it can be changed until the document is issued. */
  currency: currency.optional(),
  /** Home units per unit of the currency; null for the rate of the issue date. Documents in the home currency have none. */
  exchangeRate: exchangeRateInput.nullish(),
}

/** Refuses more text than a document can have. Must be applied last, as the resulting schema can't be extended. */
export const limitDocumentText = <S extends z.ZodType<Parameters<typeof findDocumentTextProblem>[0]>>(schema: S): S =>
  schema.check(({ value, issues }) => {
    const message = findDocumentTextProblem(value)
    if (message) issues.push({ code: 'custom', input: value, path: ['lineItems'], message })
  })

/** Optional totals; they must match those that the server computes. */
export const submittedTotals = { subtotal: amountInput('Subtotal').optional(), total: amountInput('Total').optional() }

/** Whether the server draws the next number of the pattern instead of using the given one, so that concurrent creations get distinct numbers. */
export const drawNumber = z.boolean('drawNumber must be true or false').optional()

/** Additional fields of an edit; without a rate, the saved one is kept. */
export const documentEditFields = { taxRate: taxRateInput.optional(), ...submittedTotals, version: version.optional() }

export const lineItem = z.object({
  id: z.int(),
  itemId: z.int().nullable(),
  kind: z.enum(lineKinds),
  description: z.string(),
  quantity: exactDecimal,
  unitCode: z.string(),
  unitPrice: exactDecimal,
  /** The percentage of the line discount; null for an amount or none. */
  discountPercent: percent.nullable(),
  discountAmount: amount,
  taxRateId: z.int().nullable(),
  /** Quantity x unit price less the line discount. */
  total: amount,
  /** Of invoices: the line of the estimate that it bills a part of, or the line of a deposit invoice that it deducts. */
  sourceLineId: z.int().nullable(),
})

/** A tax of a document: one component of the rate of a group of lines. */
export const documentTax = z.object({
  /** null for the tax of the whole document. */
  taxRateId: z.int().nullable(),
  name: z.string().nullable(),
  category: z.enum(taxCategoryCodes).nullable(),
  /** Why no tax is charged, as printed. */
  exemption: z.string().nullable(),
  percent,
  isCompound: z.boolean(),
  /** What the tax is computed on. */
  base: amount,
  amount,
})

/** A document's totals in replies. */
export const documentTotals = {
  /** Of all amounts and prices. */
  currency,
  pricesIncludeTax: z.boolean(),
  subtotal: amount,
  /** The percentage of the document discount; null for an amount or none. */
  discountPercent: percent.nullable(),
  discountAmount: amount,
  /** The sum of the charges. */
  chargeAmount: amount,
  /** The total without tax. */
  netAmount: amount,
  /** null when lines name their tax rates. */
  taxRate: decimal.nullable(),
  /** The sum of all taxes. */
  taxAmount: amount,
  /** Whether the tax is a custom amount instead of rate x subtotal. */
  taxIsCustom: z.boolean(),
  taxes: z.array(documentTax),
  /** Where prices include tax: what no net amount and its taxes can make up. */
  rounding: amount,
  total: amount,
  deliveryDate: calendarDay.nullable(),
}

/** Where the exchange rate of a document is from: its owner, an imported file, or the European Central Bank. */
export const rateSources = ['typed', 'file', 'ecb'] as const

/** The exchange rate of a document and its total in the home currency, in replies. */
export const documentRate = {
  /** Home units per unit of the document's currency: 1 in the home currency; null until it is known. */
  exchangeRate: z.string().nullable(),
  /** The day that the rate is of; null in the home currency. */
  rateDay: calendarDay.nullable(),
  rateSource: z.enum(rateSources).nullable(),
  homeTotal: amount.nullable(),
}

/** Sums over documents in several currencies. */
export const homeSums = {
  /** In the home currency, as all sums are. */
  total: sum,
  /** How many have no exchange rate yet, and are counted but not in the sums. */
  withoutRate: z.int(),
}

/** A line and the totals on public pages, without row ids. */
export const publicLine = lineItem.omit({ id: true, itemId: true, taxRateId: true, sourceLineId: true })
export const publicTotals = { ...documentTotals, taxes: z.array(documentTax.omit({ taxRateId: true })) }

/** What the short form of a list leaves out. */
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
  notes: true,
  terms: true,
  lineItems: true,
} as const
