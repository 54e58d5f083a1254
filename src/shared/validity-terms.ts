import { type DocumentLanguage, languageCodes } from './document-languages.ts'
import translations from './validity-terms.json' with { type: 'json' }

/**
 * The validity period of an estimate in each language; '{days}' is replaced by the formatted unit ('30 Tage'), '{n}' by the number alone.
 */
const sentences: Readonly<Record<'days' | 'none', Record<Exclude<DocumentLanguage, 'en'>, string>>> = translations

const inEnglish = (days: number) =>
  days === 0
    ? 'This estimate is valid on the issue date only.'
    : `This estimate is valid for ${days} ${days === 1 ? 'day' : 'days'} from the issue date.`

const formatDays = (language: DocumentLanguage, days: number) =>
  new Intl.NumberFormat(`${language}-u-nu-latn`, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days)

/** The default terms of an estimate. @param days from the issue date to the expiry date */
export const buildValidityTerms = (language: DocumentLanguage, days: number): string => {
  if (language === 'en') return inEnglish(days)
  if (days === 0) return sentences.none[language]
  return sentences.days[language].replace('{days}', formatDays(language, days)).replace('{n}', String(days))
}

/** The language whose default terms for so many days these are; null for custom terms. */
export const detectTermsLanguage = (terms: string, days: number): DocumentLanguage | null =>
  languageCodes.find((language) => terms === buildValidityTerms(language, days)) ?? null
