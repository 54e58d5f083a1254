import { z } from 'zod'
import { businessDefaults } from '#shared/business-defaults.ts'
import { estimateEndpoints } from '#shared/contract/endpoints/estimates.ts'
import { estimateForm as contract, type EstimateWire } from '#shared/contract/estimates.ts'
import { estimateStatusLabels } from '#shared/estimate-rules.ts'
import { textLimits } from '#shared/text-limits.ts'
import { buildValidityTerms, detectTermsLanguage } from '#shared/validity-terms.ts'
import type { FormConfig, Stored } from '#web/documents/form/form-config.ts'
import { toDraft } from '#web/documents/form/form-draft.ts'
import { type FormResolver, formResolver, withTotals } from '#web/documents/form/form-resolver.ts'
import { suggestNumber } from '#web/documents/form/initial-draft.ts'
import { call } from '#web/lib/api/client.ts'

export const estimateForm: FormConfig = {
  noun: 'estimate',
  labels: { number: 'Estimate Number', endDate: 'Expiry Date', notes: 'Notes', terms: 'Terms' },
  notesExample: 'Anything your customer should know',
  termsExample: 'e.g. What the price includes and how long it is valid',
  fields: { number: 'estimateNumber', endDate: 'expiryDate' },
  statusLabels: estimateStatusLabels,
  defaults: (profile) => {
    const daysToEnd = profile?.estimateValidDays ?? businessDefaults.estimateValidDays
    return {
      daysToEnd,
      notes: profile?.estimateNotes ?? '',
      terms: profile?.estimateTerms || buildValidityTerms(profile?.documentLanguage ?? businessDefaults.documentLanguage, daysToEnd),
    }
  },
  suggestNumber: () =>
    suggestNumber('EST', (signal) => call(estimateEndpoints.nextNumber, { signal }).then(({ estimateNumber }) => estimateNumber)),
  describeItem: ({ name, description }) => {
    if (!description) return name
    const both = `${name} - ${description}`
    // A description of the maximum length leaves no room for the name.
    return [...both].length > textLimits.description.characters ? description : both
  },
  adjustTerms: (terms, was, is) => {
    const language = detectTermsLanguage(terms, was)
    return language ? buildValidityTerms(language, is) : terms
  },
}

// The contract with the field names that all document forms share.
const { estimateNumber: number, expiryDate: endDate, ...rest } = contract.shape
const form = z.strictObject({ ...rest, number, endDate }).required({ currency: true })
export type CheckedEstimate = z.output<typeof form>

export const storedEstimates: Stored<EstimateWire> = {
  read: (id, signal) => call(estimateEndpoints.one, { params: { id }, signal }),
  toDraft: (estimate) => toDraft(estimate, { number: estimate.estimateNumber, endDate: estimate.expiryDate }),
}

export const estimateResolver: FormResolver<CheckedEstimate> = formResolver(form)

/** @param proposed the number that is suggested for a new one: unless the user edited it, the server assigns the next free one */
export const toBody = (checked: CheckedEstimate, proposed?: string) => {
  const { number: estimateNumber, endDate: expiryDate, ...others } = withTotals(checked)
  return { ...others, estimateNumber, expiryDate, ...(estimateNumber === proposed ? { drawNumber: true } : {}) }
}
