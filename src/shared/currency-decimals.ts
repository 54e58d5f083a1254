import type { Currency } from './currencies.ts'

// Apart from the list of currencies, which pages that only format amounts don't load.

const withoutDecimals: ReadonlySet<Currency> = new Set<Currency>([
  ...(['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'VND', 'VUV', 'XAF', 'XOF', 'XPF'] as const),
])
const withThreeDecimals: ReadonlySet<Currency> = new Set<Currency>(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'])

/** As in ISO 4217. */
export const getCurrencyDecimals = (currency: Currency): 0 | 2 | 3 =>
  withoutDecimals.has(currency) ? 0 : withThreeDecimals.has(currency) ? 3 : 2
