import { expect, test } from 'vitest'
import { countryCodes } from '#shared/countries.ts'
import { getPageSize, getRegion, getUsualCurrency } from './region.ts'

test.each([
  ['en-US', 'letter', 'USD'],
  ['en', 'letter', 'USD'],
  ['fr-CA', 'letter', 'CAD'],
  ['es-MX', 'letter', 'MXN'],
  ['es', 'a4', 'EUR'],
  ['en-GB', 'a4', 'GBP'],
  ['de', 'a4', 'EUR'],
  ['de-CH', 'a4', 'CHF'],
  ['ar', 'a4', 'EGP'],
  ['ja', 'a4', 'JPY'],
  ['not a language', 'a4', 'USD'],
])('%s prints on %s, and is paid in %s', (language, size, currency) => {
  const region = getRegion(language)
  expect([getPageSize(region), getUsualCurrency(region)]).toEqual([size, currency])
})

test('nearly every country has a currency of its own or a shared one', () => {
  const without = countryCodes.filter((code) => getUsualCurrency(code) === 'USD')
  expect(without.join(' ')).toBe('AQ AS BQ EC FM GU IO MH MP PA PR PW SV TC TL UM US VG VI ZW')
})
