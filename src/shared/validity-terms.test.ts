import { expect, test } from 'vitest'
import { type DocumentLanguage, documentLanguages } from './document-languages.ts'
import { buildValidityTerms, detectTermsLanguage } from './validity-terms.ts'

const languages = Object.keys(documentLanguages) as DocumentLanguage[]

test.each([
  ['en', 0, 'This estimate is valid on the issue date only.'],
  ['en', 1, 'This estimate is valid for 1 day from the issue date.'],
  ['en', 45, 'This estimate is valid for 45 days from the issue date.'],
  ['de', 1, 'Gültigkeit dieses Angebots: 1 Tag ab Angebotsdatum.'],
  ['de', 30, 'Gültigkeit dieses Angebots: 30 Tage ab Angebotsdatum.'],
  ['uk', 21, 'Строк дії кошторису: 21 день від дати складання.'],
  ['ja', 30, '本見積の有効期限は発行日より30日間です。'],
] as const)('in %s, of %s days', (language, days, words) => expect(buildValidityTerms(language, days)).toBe(words))

test.each(languages)('in %s they contain the number of days, and are recognized as generated', (language) => {
  for (const days of [0, 3, 30, 365]) {
    const terms = buildValidityTerms(language, days)
    expect(terms).not.toMatch(/[{}]/)
    if (days > 0) expect(terms).toContain(String(days))
    expect(detectTermsLanguage(terms, days)).toBe(language)
    expect(detectTermsLanguage(`${terms}!`, days)).toBeNull()
    expect(detectTermsLanguage(terms, days + 1)).toBeNull()
  }
})
