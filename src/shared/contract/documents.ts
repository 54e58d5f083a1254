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

// What the contracts of invoices and estimates share.

export const lineItemInput = z.strictObject({
  itemId: rowId('Item').nullish(),
  description: requiredText('Description', textLimits.description),
  quantity: quantityInput('Quantity', { min: 1, belowMin: 'Quantity must be positive' }),
  unitPrice: amountInput('Unit price', { belowMin: 'Unit price must be positive' }),
  /** May be sent, and must then be what the server computes. */
  total: amountInput('Line total').optional(),
})

/** @param one the paper with its article, e.g. 'An invoice' */
export const lineItemsInput = <L extends z.ZodType>(line: L, one: string) =>
  z
    .array(line, 'Line items are required')
    .min(1, 'At least one line item is required')
    .max(maxLines, `${one} can have at most ${maxLines.toLocaleString('en-US')} lines`)

/** @param words e.g. 'Invoice number' */
export const documentNumber = (words: string) => requiredText(words, textLimits.documentNumber)

/** The fields of a form that have the same names in both. */
export const documentFormFields = {
  customerId: rowId('Customer'),
  issueDate: dayInput('Issue date'),
  taxRate: taxRateInput.default(0),
  /** The tax as shown. When it isn't rate x subtotal, it is a custom amount that the user typed. */
  taxAmount: amountInput('Tax amount').optional(),
  notes: optionalText('Notes', textLimits.notes),
}

/** Refuses more text than an invoice or an estimate can have. To be applied last: such a schema can't be extended. */
export const limitDocumentText = <S extends z.ZodType<Parameters<typeof findDocumentTextProblem>[0]>>(schema: S): S =>
  schema.check(({ value, issues }) => {
    const message = findDocumentTextProblem(value)
    if (message) issues.push({ code: 'custom', input: value, path: ['lineItems'], message })
  })

/** Sums that may come along, and must then be what the server computes. */
export const submittedTotals = { subtotal: amountInput('Subtotal').optional(), total: amountInput('Total').optional() }

/** Nobody typed the number: the next one of the pattern is drawn in its place, so that two creations at once never meet. */
export const drawNumber = z.boolean('drawNumber must be true or false').optional()

/** What an edit has beside the form's fields: without a rate, the saved one stays. */
export const documentEditFields = { taxRate: taxRateInput.optional(), ...submittedTotals, version: version.optional() }

export const lineItem = z.object({
  id: z.int(),
  itemId: z.int().nullable(),
  description: z.string(),
  quantity: decimal,
  unitPrice: amount,
  total: amount,
})

/** The sums of a paper, in a reply. */
export const documentSums = {
  subtotal: amount,
  taxRate: decimal,
  taxAmount: amount,
  /** The tax amount was typed; it isn't rate x subtotal. */
  taxIsCustom: z.boolean(),
  total: amount,
}
