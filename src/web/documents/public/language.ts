import type { Currency } from '#shared/currencies.ts'
import type { CustomerText, Translate } from '#shared/customer-texts.ts'
import { type Day, formatDay as formatEnglishDay } from '#shared/dates.ts'
import type { DocumentLanguage, DocumentLocale } from '#shared/document-languages.ts'
import { type Amount, formatMoney as formatEnglishMoney } from '#shared/money.ts'
import { fillPlaceholders } from '#shared/placeholders.ts'
import { getPrintedUnit } from '#shared/units.ts'
import type { Translation } from './translation.ts'

// What a customer's page says is in the language of its document. English stands in the code; another language is loaded with the document,
// before anything of it is drawn. A browser's page shows one document, so its language is kept here, beside that of the page itself.

let translation: Translation | undefined

let isKnown = false

export const setLanguage = async ({ language, locale }: { language: DocumentLanguage; locale: DocumentLocale }): Promise<void> => {
  translation = locale === 'en' ? undefined : await (await import('./translation.ts')).loadTranslation(language, locale)
  isKnown = true
  const { direction = 'ltr' } = translation ?? {}
  Object.assign(document.documentElement, { lang: language, dir: direction })
}

const speakBrowserLanguage = async () => {
  const language = (await import('./translation.ts')).chooseLanguage(navigator.languages)
  await setLanguage({ language, locale: language })
}

/** For a `catch`: without its document the page speaks the browser's language. @throws the error */
export const inBrowserLanguage = async (error: unknown): Promise<never> => {
  // Its texts may be out of reach as well.
  if (!isKnown) await speakBrowserLanguage().catch(() => {})
  throw error
}

/** Also of texts that may be unknown, such as a message of the server; these stay. */
export const find = (text: string): string => translation?.texts[text] ?? text

/** A message in English, such as the server's. @param fallback stands for one without a translation, unless the error says more */
export const findFor = (error: unknown, message: string, fallback: CustomerText): string =>
  translation?.explain(error, message, fallback) ?? message

export const t: Translate = (text, ...[values]) => fillPlaceholders(find(text), (name) => values?.[name as never])

export const formatDay = (day: Day | string): string => translation?.formatDay(day) ?? formatEnglishDay(day)

export const formatMoney = (amount: Amount | string, currency: Currency): string =>
  translation?.formatMoney(amount, currency) ?? formatEnglishMoney(amount, currency)

/** @param english '1,234.5', '19.0%' */
export const formatFigure = (english: string): string => translation?.formatFigure(english) ?? english

export const getUnit = (code: string): string => translation?.units[code] ?? getPrintedUnit(code)
