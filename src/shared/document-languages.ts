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
export const languageCodes = Object.keys(documentLanguages) as [DocumentLanguage, ...DocumentLanguage[]]

/** Where a line begins and ends. */
export const getSides = (language: DocumentLanguage) =>
  isRightToLeft(language) ? ({ start: 'right', end: 'left' } as const) : ({ start: 'left', end: 'right' } as const)

export const isRightToLeft = (language: DocumentLanguage): boolean => language === 'ar' || language === 'he'
