import { expect, test } from 'vitest'
import { textsIn } from './customer-texts.ts'
import { toLocale } from './document-languages.ts'
import { formatDayIn, formatFigureIn } from './language-format.ts'
import { formatMoney } from './money.ts'

test.each([
  ['en', 'IN', 'INR', '6378037.03', '₹63,78,037.03'],
  ['de', 'CH', 'CHF', '9341.84', "CHF 9'341.84"],
  ['fr', 'CH', 'CHF', '9341.84', "9'341.84 CHF"],
  ['de', 'DE', 'EUR', '9341.84', '9.341,84 €'],
  ['de', 'AT', 'EUR', '9341.84', '€ 9.341,84'],
  ['pt', 'PT', 'EUR', '9341.84', '9 341,84 €'],
  ['en', 'GB', 'GBP', '9341.84', '£9,341.84'],
  ['en', 'US', 'USD', '9341.84', '$9,341.84'],
  // A country that has no figures of its own in the language keeps those of the language.
  ['de', 'JP', 'EUR', '9341.84', '9.341,84 €'],
  ['de', null, 'EUR', '9341.84', '9.341,84 €'],
] as const)('in %s, a business in %s writes %s %s as %s', (language, country, currency, amount, written) => {
  expect(formatMoney(amount, currency, toLocale(language, country)).replaceAll('\u00a0', ' ')).toBe(written)
})

test.each([
  ['en', null, 'Nov 02, 2026'],
  ['en', 'US', 'Nov 02, 2026'],
  ['en', 'CA', 'Nov 02, 2026'],
  ['en', 'GB', '2 Nov 2026'],
  ['en', 'IN', '2 Nov 2026'],
  ['de', 'CH', '2. November 2026'],
  ['de', 'AT', '2. November 2026'],
  ['es', 'MX', '2 de noviembre de 2026'],
  ['ar', 'SA', '2 نوفمبر 2026'],
] as const)('in %s, a business in %s writes the day as %s', (language, country, written) => {
  expect(formatDayIn(toLocale(language, country), '2026-11-02')).toBe(written)
})

test('quantities and percentages have the signs and the groups of the country', () => {
  const write = (...of: Parameters<typeof toLocale>) =>
    formatFigureIn(toLocale(...of), '1,234,567.50, 1234.5 and 19.0%').replaceAll('\u00a0', ' ')
  expect(write('en', 'IN')).toBe('12,34,567.50, 1234.5 and 19.0%')
  expect(write('de', 'CH')).toBe("1'234'567.50, 1234.5 and 19.0%")
  expect(write('de', 'DE')).toBe('1.234.567,50, 1234,5 and 19,0%')
  expect(write('en', null)).toBe('1,234,567.50, 1234.5 and 19.0%')
})

test('the words are those of the language', () => {
  const { language, t, day, days } = textsIn('de-CH')
  expect([language, t('Balance due'), day('2026-11-02' as never), days(2)]).toEqual([
    'de',
    textsIn('de').t('Balance due'),
    '2. November 2026',
    '2 Tage',
  ])
})
