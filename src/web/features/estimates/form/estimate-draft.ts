import { z } from 'zod'
import { type EstimateWire, estimateForm } from '#shared/contract/estimates.ts'
import { type FormDraft, toDraft } from '#web/documents/form/form-draft.ts'
import { type FormResolver, formResolver, withTotals } from '#web/documents/form/form-resolver.ts'

// The contract with the field names that all document forms share.
const { estimateNumber: number, expiryDate: endDate, ...rest } = estimateForm.shape
const form = z.strictObject({ ...rest, number, endDate }).required({ currency: true })
export type CheckedEstimate = z.output<typeof form>

export const savedDraft = (estimate: EstimateWire): FormDraft =>
  toDraft(estimate, { number: estimate.estimateNumber, endDate: estimate.expiryDate })

export const estimateResolver: FormResolver<CheckedEstimate> = formResolver(form)

const bodyOf = (checked: CheckedEstimate) => {
  const { number: estimateNumber, endDate: expiryDate, ...others } = withTotals(checked)
  return { ...others, estimateNumber, expiryDate }
}

/** @param proposed the suggested number: unless the user edited it, the server assigns the next free one */
export const createBody = (checked: CheckedEstimate, proposed: string) => ({
  ...bodyOf(checked),
  ...(checked.number === proposed ? { drawNumber: true } : {}),
})
export type CreateBody = ReturnType<typeof createBody>

/** @param version the version that the form was opened with */
export const editBody = (checked: CheckedEstimate, version: number) => ({ ...bodyOf(checked), version })
export type EditBody = ReturnType<typeof editBody>
