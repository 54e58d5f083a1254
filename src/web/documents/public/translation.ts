import loaders from 'virtual:customer-texts'
import type { Currency } from '#shared/currencies.ts'
import type { Day } from '#shared/dates.ts'
import type { DocumentLanguage } from '#shared/document-languages.ts'
import { formatDayIn, formatFigureIn } from '#shared/language-format.ts'
import { type Amount, formatMoney } from '#shared/money.ts'

/** Of the page. @throws when the texts can't be loaded */
export const loadTranslation = async (language: Exclude<DocumentLanguage, 'en'>) => {
  const { texts, units, direction } = await loaders[language]()
  document.documentElement.dir = direction
  return {
    ...{ texts, units },
    /** In right-to-left text an invisible mark keeps the minus before the digits. */
    formatMoney: (amount: Amount | string, currency: Currency) =>
      formatMoney(amount, currency, language).replace(/^-/, direction === 'rtl' ? '\u200e-' : '-'),
    formatDay: (day: Day | string) => formatDayIn(language, day),
    formatFigure: (english: string) => formatFigureIn(language, english),
  }
}
export type Translation = Awaited<ReturnType<typeof loadTranslation>>
