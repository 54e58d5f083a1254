import type { Currency } from '#shared/currencies.ts'
import type { Translate } from '#shared/customer-texts.ts'
import { type Day, formatDay as formatEnglishDay } from '#shared/dates.ts'
import type { DocumentLanguage } from '#shared/document-languages.ts'
import { type Amount, formatMoney as formatEnglishMoney } from '#shared/money.ts'
import { fillPlaceholders } from '#shared/placeholders.ts'
import { getPrintedUnit } from '#shared/units.ts'
import type { Translation } from './translation.ts'

// What a customer's page says is in the language of its document. English stands in the code; another language is loaded with the document,
// before anything of it is drawn. A browser's page shows one document, so its language is kept here, beside that of the page itself.

let translation: Translation | undefined

export const setLanguage = async (language: DocumentLanguage): Promise<void> => {
  translation = language === 'en' ? undefined : await (await import('./translation.ts')).loadTranslation(language)
  document.documentElement.lang = language
}

/** Also of texts that may be unknown, such as a message of the server; these stay. */
export const find = (text: string): string => translation?.texts[text] ?? text

export const t: Translate = (text, ...[values]) => fillPlaceholders(find(text), (name) => values?.[name as never])

export const formatDay = (day: Day | string): string => translation?.formatDay(day) ?? formatEnglishDay(day)

export const formatMoney = (amount: Amount | string, currency: Currency): string =>
  translation?.formatMoney(amount, currency) ?? formatEnglishMoney(amount, currency)

/** @param english '1,234.5', '19.0%' */
export const formatFigure = (english: string): string => translation?.formatFigure(english) ?? english

export const getUnit = (code: string): string => translation?.units[code] ?? getPrintedUnit(code)
