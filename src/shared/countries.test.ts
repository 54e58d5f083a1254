import { expect, test } from 'vitest'
import { countryCodes, getCountryName, isCountryCode } from './countries.ts'

test('every country code has a name of its own', () => {
  expect(countryCodes).toHaveLength(249)
  const names = countryCodes.map((code) => getCountryName(code))
  expect(names.filter((name) => /^[A-Z]{2}$/.test(name))).toEqual([])
  expect(new Set(names).size).toBe(249)
})

test('a country is called by its code, in the language of the reader', () => {
  expect([getCountryName('DE'), getCountryName('DE', 'fr'), getCountryName('US')]).toEqual(['Germany', 'Allemagne', 'United States'])
})

test.each(['UK', 'EL', 'EU', 'XX', 'de', ''])('%j is no country code', (text) => expect(isCountryCode(text)).toBe(false))
