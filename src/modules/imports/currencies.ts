import { type Currency, currencyCodes, getCurrencyName, isCurrency } from '#shared/currencies.ts'

/** Signs that English texts write otherwise. */
const otherSigns: Record<string, Currency> = { US$: 'USD', AU$: 'AUD', C$: 'CAD', S$: 'SGD', SG$: 'SGD', Fr: 'CHF', 'Fr.': 'CHF' }

let known: Map<string, Set<Currency>> | undefined
/** The currencies by their codes, names and signs in lower case: '$' is that of many. */
const findCurrencies = (text: string): ReadonlySet<Currency> | undefined => {
  known ??= currencyCodes.reduce((found, currency) => {
    const signs = (['symbol', 'narrowSymbol'] as const).map(
      (currencyDisplay) =>
        new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay })
          .formatToParts(0)
          .find(({ type }) => type === 'currency')!.value,
    )
    const others = Object.keys(otherSigns).filter((sign) => otherSigns[sign] === currency)
    for (const sign of [currency, getCurrencyName(currency), ...signs, ...others]) {
      const key = sign.toLowerCase()
      found.set(key, (found.get(key) ?? new Set()).add(currency))
    }
    return found
  }, new Map<string, Set<Currency>>())
  return known.get(text.toLowerCase())
}

/**
 * The other currency that a cell of a column of currencies names: by code ('CAD', 'cad - Canadian Dollar'), name or sign.
 * @returns undefined for the home currency, an empty cell and a number; the cell's text for what is no currency
 */
export const findOtherCurrency = (cell: string, home: Currency): string | undefined => {
  const text = cell.trim()
  const code = /^[a-z]{3}(?![a-z])/i.exec(text)?.[0].toUpperCase()
  const found = code && isCurrency(code) ? new Set([code]) : findCurrencies(text)
  if (found?.has(home) || !/[\p{L}\p{Sc}]/u.test(text)) return
  const [only, ...more] = found ?? []
  return only && more.length === 0 ? only : text.slice(0, 40)
}

/** The other currency that is written beside an amount: 'CAD 12.00', '€ 5'. @returns undefined for none, or the home currency */
export const findCurrencyOfAmount = (cell: string, home: Currency): string | undefined => {
  const sign = cell.replace(/[\d.,'’\s()+\-−]/g, '')
  const found = sign.length > 0 && sign.length < 5 ? findCurrencies(sign) : undefined
  return found && !found.has(home) ? sign : undefined
}

/** The other currency in the name of a column of amounts: 'Amount (EUR)', 'Total CAD'. */
export const findCurrencyOfHeader = (header: string, home: Currency): string | undefined => {
  const code = /[([ _-]([A-Z]{3})[)\]]?$/.exec(header.trim())?.[1]
  return code && isCurrency(code) && code !== home ? code : undefined
}
