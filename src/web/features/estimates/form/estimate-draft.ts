import { z } from 'zod'
import { type EstimateWire, estimateForm } from '#shared/contract/estimates.ts'
import type { Currency } from '#shared/currencies.ts'
import { type FormDraft, toDraft } from '#web/documents/form/form-draft.ts'
import { type FormResolver, formResolver, withTotals } from '#web/documents/form/form-resolver.ts'

// The contract with the field names that all document forms share.
const { estimateNumber: number, expiryDate: endDate, ...rest } = estimateForm.shape
const form = z.strictObject({ ...rest, number, endDate })
export type CheckedEstimate = z.output<typeof form>

/** A saved estimate as form values. */
export const savedDraft = (estimate: EstimateWire): FormDraft =>
  toDraft(estimate, { number: estimate.estimateNumber, endDate: estimate.expiryDate })

/** The resolver for new and saved estimates. */
export const estimateResolver = (currency: Currency): FormResolver<CheckedEstimate> => formResolver(form, currency)

/** The part of the body that both requests share: the values, and the totals of the form. */
const bodyOf = (checked: CheckedEstimate, currency: Currency) => {
  const { number: estimateNumber, endDate: expiryDate, ...others } = withTotals(checked, currency)
  return { ...others, estimateNumber, expiryDate }
}

/** @param proposed the suggested number: unless the user edited it, the server assigns the next free one */
export const createBody = (checked: CheckedEstimate, currency: Currency, proposed: string) => ({
  ...bodyOf(checked, currency),
  ...(checked.number === proposed ? { drawNumber: true } : {}),
})
export type CreateBody = ReturnType<typeof createBody>

/** @param version the version that the form was opened with */
export const editBody = (checked: CheckedEstimate, currency: Currency, version: number) => ({ ...bodyOf(checked, currency), version })
export type EditBody = ReturnType<typeof editBody>
