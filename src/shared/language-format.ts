import type { Currency } from './currencies.ts'
import { type Day, formatDay } from './dates.ts'
import { type DocumentLanguage, type DocumentLocale, getLanguage } from './document-languages.ts'

// Calendar and digits are fixed, as the defaults of some languages differ between countries; amounts use Latin digits as well.
const toTag = (locale: DocumentLocale) => `${locale}-u-ca-gregory-nu-latn`

/** Creating a formatter costs a hundred times as much as using it. */
const remember = <Made>(make: (locale: DocumentLocale) => Made) => {
  const known = new Map<DocumentLocale, Made>()
  return (locale: DocumentLocale): Made => {
    const made = known.get(locale) ?? make(locale)
    known.set(locale, made)
    return made
  }
}

const dayFormat = remember((locale): ((day: Day | string) => string) => {
  const isEnglish = getLanguage(locale) === 'en'
  const format = new Intl.DateTimeFormat(toTag(locale), {
    ...{ day: 'numeric', month: isEnglish ? 'short' : 'long', year: 'numeric', timeZone: 'UTC' },
  })
  // Where English dates begin with the month, they are those of the app.
  if (isEnglish && format.formatToParts(0)[0]!.type === 'month') return formatDay
  return (day) => format.format(new Date(`${day}T00:00:00Z`))
})

/** A date on documents: 'Jan 05, 2026', '5 Jan 2026' of a British business, '5. Januar 2026', '2026年1月5日'. Deterministic for a given version of Node. */
export const formatDayIn = (locale: DocumentLocale, day: Day | string): string => dayFormat(locale)(day)

const figureFormat = remember((locale) => {
  const format = new Intl.NumberFormat(toTag(locale), { useGrouping: 'always' })
  const decimal = format.formatToParts(0.5).find(({ type }) => type === 'decimal')!.value
  return (whole: string, fraction: string) => {
    const grouped = whole.includes(',') ? format.format(BigInt(whole.replaceAll(',', ''))).replaceAll('\u202f', '\u00a0') : whole
    return fraction === '' ? grouped : `${grouped}${decimal}${fraction}`
  }
})

/** A quantity or a percentage, written in English ("1,234.5", "19.0%"), as the language writes it: "1.234,5", "19,0%". */
export const formatFigureIn = (locale: DocumentLocale, english: string): string =>
  english.replace(/(\d[\d,]*)(?:\.(\d+))?/g, (_, whole: string, fraction = '') => figureFormat(locale)(whole, fraction))

/** '1 day', '3 Tage': with the plural forms of the language, in the nominative. */
export const formatDaysIn = (locale: DocumentLocale, days: number): string =>
  new Intl.NumberFormat(toTag(locale), { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days)

const currencyNames = remember((locale) => new Intl.DisplayNames([locale], { type: 'currency' }))

/** 'Euro', 'US Dollar'. */
export const getCurrencyNameIn = (language: DocumentLanguage, currency: Currency): string =>
  currencyNames(language).of(currency) ?? currency
