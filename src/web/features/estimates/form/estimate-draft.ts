import { businessDefaults } from '#shared/business-defaults.ts'
import { estimateForm as contract, type EstimateWire } from '#shared/contract/estimates.ts'
import { estimateStatusLabels } from '#shared/estimate-rules.ts'
import { textLimits } from '#shared/text-limits.ts'
import { buildValidityTerms, detectTermsLanguage } from '#shared/validity-terms.ts'
import { defineDraftForm } from '#web/documents/form/drafts.ts'
import { estimates } from '#web/features/estimates/actions/estimate-kind.ts'

export const estimateDrafts = defineDraftForm<EstimateWire>(estimates, contract.required({ currency: true }), {
  termsExample: 'e.g. What the price includes and how long it is valid',
  own: { status: { label: 'Status', choices: estimateStatusLabels } },
  defaults: (profile) => {
    const daysToEnd = profile?.estimateValidDays ?? businessDefaults.estimateValidDays
    return {
      daysToEnd,
      notes: profile?.estimateNotes ?? '',
      terms: profile?.estimateTerms || buildValidityTerms(profile?.documentLanguage ?? businessDefaults.documentLanguage, daysToEnd),
    }
  },
  picksOne: true,
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
})
