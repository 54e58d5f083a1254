import { z } from 'zod'
import { type EstimateWire, estimateForm } from '#shared/contract/estimates.ts'
import { type FormDraft, toDraft } from '#web/documents/form/form-draft.ts'
import { type FormResolver, formResolver, withTotals } from '#web/documents/form/form-resolver.ts'

// The contract under the names that the forms of all papers share.
const { estimateNumber: number, expiryDate: endDate, ...rest } = estimateForm.shape
const form = z.strictObject({ ...rest, number, endDate })
export type CheckedEstimate = z.output<typeof form>

/** A saved estimate as the form shows it. */
export const savedDraft = (estimate: EstimateWire): FormDraft =>
  toDraft(estimate, { number: estimate.estimateNumber, endDate: estimate.expiryDate })

/** What the form must satisfy, new or saved. */
export const estimateResolver: FormResolver<CheckedEstimate> = formResolver(form)

/** What both calls carry: what was typed, and the sums as the form shows them. */
const bodyOf = (checked: CheckedEstimate) => {
  const { number: estimateNumber, endDate: expiryDate, ...others } = withTotals(checked)
  return { ...others, estimateNumber, expiryDate }
}

/** @param proposed the number that the dialog began with: where nobody typed another, the server draws the next one that is free */
export const createBody = (checked: CheckedEstimate, proposed: string) => ({
  ...bodyOf(checked),
  ...(checked.number === proposed ? { drawNumber: true } : {}),
})
export type CreateBody = ReturnType<typeof createBody>

/** @param version the one that the form was opened with */
export const editBody = (checked: CheckedEstimate, version: number) => ({ ...bodyOf(checked), version })
export type EditBody = ReturnType<typeof editBody>
