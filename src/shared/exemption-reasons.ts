import type { DocumentLanguage } from './document-languages.ts'
import reasons from './exemption-reasons.json' with { type: 'json' }
import type { TaxCategory } from './tax-categories.ts'

type Reasons = Partial<Record<DocumentLanguage, string>> & { en: string }
const reasonsByCategory: Partial<Record<TaxCategory, Reasons>> = reasons

/** Of the list VATEX, which only invoices of the EU name. */
const codes: Partial<Record<TaxCategory, string>> = { AE: 'VATEX-EU-AE', K: 'VATEX-EU-IC', G: 'VATEX-EU-G', O: 'VATEX-EU-O' }

const memberStates = new Set('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '))

const exportElsewhere = 'Export'

/**
 * Why no tax is charged, in the usual words of the business's documents, and its code; English where there are none in the language.
 * @param country of the business; null counts as one of the EU
 */
export const getUsualExemption = (
  category: TaxCategory,
  { country, language }: { country: string | null; language: DocumentLanguage },
): { code: string; reason: string } | undefined => {
  const known = reasonsByCategory[category]
  if (!known) return
  const isMember = country === null || memberStates.has(country)
  const reason = known[language] ?? known.en
  return {
    reason: category === 'G' && !isMember && reason === known.en ? exportElsewhere : reason,
    code: (isMember && codes[category]) || '',
  }
}

/** Whether it may be replaced when the category changes, as nothing was typed. */
export const isUsualReason = (reason: string): boolean =>
  reason === exportElsewhere || Object.values(reasonsByCategory).some((known) => Object.values(known).includes(reason))
