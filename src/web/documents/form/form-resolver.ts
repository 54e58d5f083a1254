import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'
import { computeOneRateTotals } from '#shared/document-totals.ts'
import { isTooLarge, listFilledLines } from '#shared/draft-totals.ts'
import { type Cents, maxCents, toDecimal } from '#shared/money.ts'
import { findDocumentTextProblem } from '#shared/text-limits.ts'
import type { FormDraft } from './form-draft.ts'

/** The validated values that all forms share: amounts in cents, quantities and rates in hundredths. */
export type CheckedAmounts = {
  taxRate: number
  taxAmount?: Cents | undefined
  lineItems: readonly { description: string; quantity: number; unitPrice: Cents }[]
  notes?: string | null | undefined
  terms?: string | null | undefined
}
export type FormResolver<Checked extends FieldValues> = Resolver<FormDraft, unknown, Checked>

const pricedLines = ({ lineItems }: CheckedAmounts) =>
  lineItems.map(({ quantity, unitPrice }) => ({ quantityHundredths: quantity, unitPrice }))
const computeTotals = (form: CheckedAmounts) => computeOneRateTotals(pricedLines(form), form.taxRate, form.taxAmount)

const tooLargeMessage = (label: string) => `${label} must be at most 99,999,999.99`
type AddIssue = (path: PropertyKey[], message: string) => unknown

/** Rejects amounts that exceed the database's range. */
const checkSums = (form: CheckedAmounts, addIssue: AddIssue): void => {
  const lines = pricedLines(form)
  for (const [i, line] of lines.entries()) if (isTooLarge(line)) addIssue(['lineItems', i, 'unitPrice'], tooLargeMessage('Line total'))
  if (lines.some(isTooLarge)) return
  const { subtotal, total } = computeTotals(form)
  if (subtotal > maxCents) addIssue(['lineItems', form.lineItems.length - 1, 'unitPrice'], tooLargeMessage('Subtotal'))
  else if (total > maxCents) addIssue(['taxAmount'], tooLargeMessage('Total'))
}

/** What of the form is saved: wholly empty lines are left out, and an empty rate or tax amount means zero. */
const filled = (draft: FormDraft, lines: readonly number[]): FormDraft => ({
  ...draft,
  taxRate: draft.taxRate.trim() || '0',
  taxAmount: draft.taxAmount.trim() || '0',
  lineItems: lines.map((index) => draft.lineItems[index]!),
})

/** Moves the errors of saved lines to where these are in the form. */
const placeErrors = (errors: FieldErrors<FormDraft>, lines: readonly number[]): FieldErrors<FormDraft> => {
  const { lineItems } = errors
  if (!lineItems) return errors
  const moved = Object.entries(lineItems).map(([key, error]) => [lines[Number(key)] ?? key, error])
  return { ...errors, lineItems: Object.assign([], Object.fromEntries(moved)) }
}

/** New records have no saved lines. */
export const withoutIds = <Draft extends Pick<FormDraft, 'lineItems'>>(draft: Draft): object => ({
  ...draft,
  lineItems: draft.lineItems.map(({ id: _, ...line }) => line),
})

/**
 * Validates a form with its contract's schema, and that its texts and amounts can be stored.
 * @param refine additional checks
 * @param prepare removes what the contract doesn't know; by default, the ids of saved lines
 */
export const formResolver = <Checked extends FieldValues & CheckedAmounts>(
  contract: z.ZodType<Checked>,
  refine: (form: Checked, addIssue: AddIssue) => void = () => {},
  prepare: (draft: FormDraft) => object = withoutIds,
): FormResolver<Checked> => {
  const schema = contract.check(({ value, issues }) => {
    const addIssue: AddIssue = (path, message) => issues.push({ code: 'custom', input: value, path, message })
    refine(value, addIssue)
    checkSums(value, addIssue)
    const textProblem = findDocumentTextProblem(value)
    if (textProblem) addIssue(['lineItems'], textProblem)
  })
  const check = zodResolver(schema as never) as unknown as FormResolver<Checked>
  return async (draft, context, options) => {
    const lines = listFilledLines(draft.lineItems)
    const result = await check(prepare(filled(draft, lines)) as FormDraft, context, options)
    return lines.length === draft.lineItems.length ? result : ({ ...result, errors: placeErrors(result.errors, lines) } as typeof result)
  }
}

/**
 * A validated form in wire format, with its totals. An unedited custom tax is sent unchanged: it equals the saved one, so all amounts match
 * those on the screen.
 */
export const withTotals = <Form extends CheckedAmounts>(form: Form) => {
  const totals = computeTotals(form)
  return {
    ...form,
    taxRate: toDecimal(form.taxRate),
    taxAmount: toDecimal(totals.tax),
    subtotal: toDecimal(totals.subtotal),
    total: toDecimal(totals.total),
    lineItems: form.lineItems.map((line: Form['lineItems'][number], i) => ({
      ...line,
      quantity: toDecimal(line.quantity),
      unitPrice: toDecimal(line.unitPrice),
      total: toDecimal(totals.lines[i]!),
    })),
  }
}
