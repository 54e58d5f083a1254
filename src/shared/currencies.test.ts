import { expect, test } from 'vitest'
import { currencyCodes, getCurrencyName, getCurrencyPlural, getCurrencySymbol, isCurrency } from './currencies.ts'
import { getCurrencyDecimals } from './currency-decimals.ts'
import { formatMoney } from './money.ts'

test('the codes are sorted, unique and known to this runtime, with their names', () => {
  expect(currencyCodes).toEqual([...new Set(currencyCodes)].toSorted())
  const known = new Set([...Intl.supportedValuesOf('currency'), 'VES', 'MRU', 'STN', 'SLE'])
  expect(currencyCodes.filter((code) => !known.has(code))).toEqual([])
  expect(currencyCodes.filter((code) => getCurrencyName(code) === code)).toEqual([])
  expect(['EUR', 'JPY', 'eur', 'XAU', 'XXX', ''].filter(isCurrency)).toEqual(['EUR', 'JPY'])
})

test('the decimals are those of ISO 4217', () => {
  // The runtime's own data is an independent source. It follows daily use, where some currencies lost their decimals.
  const unused = new Set('AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MGA MMK PKR SOS SYP YER'.split(' '))
  for (const currency of currencyCodes) {
    const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    expect([currency, unused.has(currency) ? 0 : getCurrencyDecimals(currency)]).toEqual([currency, maximumFractionDigits])
  }
})

test.each([
  ['12.50', 'EUR', 'en', '€12.50'],
  ['-1234567.8', 'EUR', 'de', '-1.234.567,80 €'],
  ['1234567.8', 'EUR', 'fr', '1 234 567,80 €'],
  ['1234567.00', 'JPY', 'en', '¥1,234,567'],
  ['1234567.00', 'JPY', 'ja', '¥1,234,567'],
  ['1.5', 'KWD', 'en', 'KWD 1.500'],
  ['1.2345', 'KWD', 'en', 'KWD 1.2345'],
  ['99999999999999.99', 'USD', 'en', '$99,999,999,999,999.99'],
  ['0.012345', 'USD', 'en', '$0.012345'],
  ['1234.5', 'INR', 'hi', '₹1,234.50'],
  ['0.00', 'NGN', 'en', 'NGN 0.00'],
] as const)('%s %s in %s is "%s"', (amount, currency, language, text) => {
  expect(formatMoney(amount, currency, language).replace(/[\u00a0\u202f]/g, ' ')).toBe(text)
})

test.each([
  ['USD', '$', 'US dollars'],
  ['EUR', '€', 'euros'],
  ['CHF', 'CHF', 'Swiss francs'],
] as const)('%s has the symbol %s and is paid in %s', (currency, symbol, plural) => {
  expect([getCurrencySymbol(currency), getCurrencyPlural(currency)]).toEqual([symbol, plural])
})
