/** ISO 4217, without those of funds, metals and tests, and those with four decimals. */
export const currencyCodes = [
  ...(['AED', 'AFN', 'ALL', 'AMD', 'ANG', 'AOA', 'ARS', 'AUD', 'AWG', 'AZN', 'BAM', 'BBD', 'BDT', 'BHD', 'BIF', 'BMD'] as const),
  ...(['BND', 'BOB', 'BRL', 'BSD', 'BTN', 'BWP', 'BYN', 'BZD', 'CAD', 'CDF', 'CHF', 'CLP', 'CNY', 'COP', 'CRC', 'CUP'] as const),
  ...(['CVE', 'CZK', 'DJF', 'DKK', 'DOP', 'DZD', 'EGP', 'ERN', 'ETB', 'EUR', 'FJD', 'FKP', 'GBP', 'GEL', 'GHS', 'GIP'] as const),
  ...(['GMD', 'GNF', 'GTQ', 'GYD', 'HKD', 'HNL', 'HTG', 'HUF', 'IDR', 'ILS', 'INR', 'IQD', 'IRR', 'ISK', 'JMD', 'JOD'] as const),
  ...(['JPY', 'KES', 'KGS', 'KHR', 'KMF', 'KPW', 'KRW', 'KWD', 'KYD', 'KZT', 'LAK', 'LBP', 'LKR', 'LRD', 'LSL', 'LYD'] as const),
  ...(['MAD', 'MDL', 'MGA', 'MKD', 'MMK', 'MNT', 'MOP', 'MRU', 'MUR', 'MVR', 'MWK', 'MXN', 'MYR', 'MZN', 'NAD', 'NGN'] as const),
  ...(['NIO', 'NOK', 'NPR', 'NZD', 'OMR', 'PAB', 'PEN', 'PGK', 'PHP', 'PKR', 'PLN', 'PYG', 'QAR', 'RON', 'RSD', 'RUB'] as const),
  ...(['RWF', 'SAR', 'SBD', 'SCR', 'SDG', 'SEK', 'SGD', 'SHP', 'SLE', 'SOS', 'SRD', 'SSP', 'STN', 'SVC', 'SYP', 'SZL'] as const),
  ...(['THB', 'TJS', 'TMT', 'TND', 'TOP', 'TRY', 'TTD', 'TWD', 'TZS', 'UAH', 'UGX', 'USD', 'UYU', 'UZS', 'VES', 'VND'] as const),
  ...(['VUV', 'WST', 'XAF', 'XCD', 'XOF', 'XPF', 'YER', 'ZAR', 'ZMW'] as const),
] as const
export type Currency = (typeof currencyCodes)[number]

const codes: ReadonlySet<string> = new Set(currencyCodes)
export const isCurrency = (text: string): text is Currency => codes.has(text)

const names = new Intl.DisplayNames(['en'], { type: 'currency' })
export const getCurrencyName = (currency: Currency): string => names.of(currency) ?? currency

const formatUnit = (currency: Currency, currencyDisplay: 'symbol' | 'name'): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay }).formatToParts(0).find(({ type }) => type === 'currency')!
    .value

/** The code, where English has no symbol. */
export const getCurrencySymbol = (currency: Currency): string => formatUnit(currency, 'symbol')

export const getCurrencyPlural = (currency: Currency): string => formatUnit(currency, 'name')
