import loaders from 'virtual:customer-texts'
import type { Currency } from '#shared/currencies.ts'
import type { CustomerText } from '#shared/customer-texts.ts'
import type { Day } from '#shared/dates.ts'
import { type DocumentLanguage, type DocumentLocale, languageCodes } from '#shared/document-languages.ts'
import { formatDayIn, formatFigureIn } from '#shared/language-format.ts'
import { type Amount, formatMoney } from '#shared/money.ts'
import { ApiError } from '#web/lib/api/client.ts'

/** The first of the browser's languages that documents can have. 'pt-BR' -> 'pt' */
export const chooseLanguage = (preferred: readonly string[]): DocumentLanguage =>
  preferred.flatMap((tag) => languageCodes.find((code) => code === tag.toLowerCase().split('-')[0]) ?? [])[0] ?? 'en'

const limits: Readonly<Record<string, CustomerText>> = {
  minimum: 'The amount is too small for a card. Please ask the business how to pay it.',
  maximum: 'The amount is too large for a card. Please ask the business how to pay it.',
}

/** Instead of a message with figures in it, which has no translation. */
const explainWithoutFigures = (error: unknown): CustomerText | undefined => {
  if (!(error instanceof ApiError)) return undefined
  if (error.status === 429) return 'Too many requests at once, so nothing was saved. Wait a minute, then try again.'
  return limits[String(error.body?.code)] ?? (error.status === 409 ? 'This invoice has changed since you opened it.' : undefined)
}

/** English stands in the code: a British page has figures and dates of its own only. */
const english: Awaited<ReturnType<(typeof loaders)['de']>> = { texts: {}, units: {}, direction: 'ltr' }

/** Of the page. @throws when the texts can't be loaded */
export const loadTranslation = async (language: DocumentLanguage, locale: DocumentLocale) => {
  const { texts, units, direction } = language === 'en' ? english : await loaders[language]()
  return {
    ...{ texts, units, direction },
    explain: (error: unknown, message: string, fallback: CustomerText) => texts[message] ?? texts[explainWithoutFigures(error) ?? fallback],
    /** In right-to-left text an invisible mark keeps the minus before the digits. */
    formatMoney: (amount: Amount | string, currency: Currency) =>
      formatMoney(amount, currency, locale).replace(/^-/, direction === 'rtl' ? '\u200e-' : '-'),
    formatDay: (day: Day | string) => formatDayIn(locale, day),
    formatFigure: (english: string) => formatFigureIn(locale, english),
  }
}
export type Translation = Awaited<ReturnType<typeof loadTranslation>>
