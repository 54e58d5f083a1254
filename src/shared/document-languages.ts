/** The first is the default. */
export const documentLanguages = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  nl: 'Nederlands',
  pl: 'Polski',
  pt: 'Português',
  el: 'Ελληνικά',
  uk: 'Українська',
  ar: 'العربية',
  he: 'עברית',
  hi: 'हिन्दी',
  th: 'ไทย',
  zh: '简体中文',
  ja: '日本語',
  ko: '한국어',
} as const
export type DocumentLanguage = keyof typeof documentLanguages
/** The language of a document, and the country of its business where that is known: figures and dates are those of 'de-CH', words those of 'de'. */
export type DocumentLocale = DocumentLanguage | `${DocumentLanguage}-${string}`
/** @param country its ISO code; anything else is left out. American English is plain English. */
export const toLocale = (language: DocumentLanguage, country: string | null): DocumentLocale =>
  !/^[A-Z]{2}$/.test(country ?? '') || (language === 'en' && country === 'US') ? language : `${language}-${country}`
export const getLanguage = (locale: DocumentLocale): DocumentLanguage => locale.split('-')[0] as DocumentLanguage

export const languageCodes = Object.keys(documentLanguages) as [DocumentLanguage, ...DocumentLanguage[]]

/** Where a line begins and ends. */
export const getSides = (language: DocumentLocale) =>
  isRightToLeft(language) ? ({ start: 'right', end: 'left' } as const) : ({ start: 'left', end: 'right' } as const)

export const isRightToLeft = (language: DocumentLocale): boolean => /^(ar|he)/.test(language)
