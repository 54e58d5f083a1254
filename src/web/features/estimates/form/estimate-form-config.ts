import type { ItemWire } from '#modules/items/contract.ts'
import { businessDefaults } from '#shared/business-defaults.ts'
import { estimateEndpoints } from '#shared/contract/endpoints/estimates.ts'
import { estimateStatusLabels } from '#shared/estimate-rules.ts'
import { formatHundredths } from '#shared/rates.ts'
import { textLimits } from '#shared/text-limits.ts'
import { buildValidityTerms, detectTermsLanguage } from '#shared/validity-terms.ts'
import type { FormConfig } from '#web/documents/form/form-config.ts'
import { suggestNumber } from '#web/documents/form/initial-draft.ts'
import { call } from '#web/lib/api/client.ts'

export const estimateFormConfig: FormConfig = {
  noun: 'estimate',
  nounWithArticle: 'an unfinished estimate',
  labels: { number: 'Estimate Number', endDate: 'Expiry Date', notes: 'Notes', terms: 'Terms' },
  notesExample: 'Anything your customer should know',
  termsExample: 'e.g. What the price includes and how long it is valid',
  fields: { number: 'estimateNumber', endDate: 'expiryDate' },
  statusLabels: estimateStatusLabels,
  defaults: (profile) => {
    const daysToEnd = profile?.estimateValidDays ?? businessDefaults.estimateValidDays
    return {
      daysToEnd,
      taxRate: profile?.defaultTaxRate ?? formatHundredths(businessDefaults.defaultTaxRate),
      notes: profile?.estimateNotes ?? '',
      terms: profile?.estimateTerms || buildValidityTerms(profile?.documentLanguage ?? businessDefaults.documentLanguage, daysToEnd),
    }
  },
  suggestNumber: () =>
    suggestNumber('EST', (signal) => call(estimateEndpoints.nextNumber, { signal }).then(({ estimateNumber }) => estimateNumber)),
  describeItem: ({ name, description }: ItemWire) => {
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
