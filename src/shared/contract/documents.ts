import { z } from 'zod'
import { findDocumentTextProblem, maxLines, textLimits } from '#shared/text-limits.ts'
import {
  amount,
  amountInput,
  dayInput,
  decimal,
  optionalText,
  quantityInput,
  requiredText,
  rowId,
  taxRateInput,
  version,
} from './fields.ts'

// Fields shared by the contracts of invoices and estimates.

export const lineItemInput = z.strictObject({
  itemId: rowId('Item').nullish(),
  description: requiredText('Description', textLimits.description),
  quantity: quantityInput('Quantity', { min: 1, belowMin: 'Quantity must be positive' }),
  unitPrice: amountInput('Unit price', { belowMin: 'Unit price must be positive' }),
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
  issueDate: dayInput('Issue date'),
  taxRate: taxRateInput.default(0),
  /** The displayed tax. An amount other than rate x subtotal is a custom one. */
  taxAmount: amountInput('Tax amount').optional(),
  notes: optionalText('Notes', textLimits.notes),
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
  description: z.string(),
  quantity: decimal,
  unitPrice: amount,
  total: amount,
})

/** A document's totals in replies. */
export const documentTotals = {
  subtotal: amount,
  taxRate: decimal,
  taxAmount: amount,
  /** Whether the tax is a custom amount instead of rate x subtotal. */
  taxIsCustom: z.boolean(),
  total: amount,
}

/** What the short form of a list leaves out. */
export const longFields = {
  subtotal: true,
  taxRate: true,
  taxAmount: true,
  taxIsCustom: true,
  notes: true,
  terms: true,
  lineItems: true,
} as const
