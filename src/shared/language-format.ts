import type { Currency } from './currencies.ts'
import { type Day, formatDay } from './dates.ts'
import type { DocumentLanguage } from './document-languages.ts'

// Calendar and digits are fixed, as the defaults of some languages differ between countries; amounts use Latin digits as well.
const toLocale = (language: DocumentLanguage) => `${language}-u-ca-gregory-nu-latn`

/** Creating a formatter costs a hundred times as much as using it. */
const remember = <Made>(make: (language: DocumentLanguage) => Made) => {
  const known = new Map<DocumentLanguage, Made>()
  return (language: DocumentLanguage): Made => {
    const made = known.get(language) ?? make(language)
    known.set(language, made)
    return made
  }
}

const dayFormat = remember(
  (language) => new Intl.DateTimeFormat(toLocale(language), { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
)

/** A date on documents: 'Jan 05, 2026', '5. Januar 2026', '2026年1月5日'. Deterministic for a given version of Node. */
export const formatDayIn = (language: DocumentLanguage, day: Day | string): string =>
  language === 'en' ? formatDay(day) : dayFormat(language).format(new Date(`${day}T00:00:00Z`))

const separators = remember((language) => {
  const parts = new Intl.NumberFormat(toLocale(language), { useGrouping: 'always' }).formatToParts(1234.5)
  const find = (type: Intl.NumberFormatPartTypes) => parts.find((part) => part.type === type)!.value.replace('\u202f', '\u00a0')
  return { decimal: find('decimal'), group: find('group') }
})

/** A quantity or a percentage, written in English ("1,234.5", "19.0%"), as the language writes it: "1.234,5", "19,0%". */
export const formatFigureIn = (language: DocumentLanguage, english: string): string =>
  english.replace(/[.,]/g, (separator) => (separator === '.' ? separators(language).decimal : separators(language).group))

/** '1 day', '3 Tage': with the plural forms of the language, in the nominative. */
export const formatDaysIn = (language: DocumentLanguage, days: number): string =>
  new Intl.NumberFormat(toLocale(language), { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days)

const currencyNames = remember((language) => new Intl.DisplayNames([language], { type: 'currency' }))

/** 'Euro', 'US Dollar'. */
export const getCurrencyNameIn = (language: DocumentLanguage, currency: Currency): string =>
  currencyNames(language).of(currency) ?? currency
