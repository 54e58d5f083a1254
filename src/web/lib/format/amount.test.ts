import { expect, test } from 'vitest'
import { formatAmountInput, formatCurrencySums, formatWrappingMoney } from './amount.ts'

test.each([
  ['5', 'USD', '$5.00'],
  ['5.5', 'EUR', '€5.50'],
  ['five', 'EUR', 'five'],
] as const)('typed %s in %s is shown as %s', (typed, currency, shown) => {
  expect(formatAmountInput(typed, currency)).toBe(shown)
})

test('an amount wraps after its code, and nowhere else', () => {
  expect(formatWrappingMoney('-1234.5', 'NGN')).toBe('-NGN 1,234.50')
  expect(formatWrappingMoney('1234.5', 'USD')).toBe('$1,234.50')
})

test('amounts of several currencies are summed apart, in the order of their first', () => {
  const rows = [
    { currency: 'EUR', amount: '60.00' },
    { currency: 'USD', amount: '50.00' },
    { currency: 'EUR', amount: '40.50' },
  ] as const
  expect(formatCurrencySums(rows)).toBe('€100.50 + $50.00')
  expect(formatCurrencySums(rows.slice(1, 2))).toBe('$50.00')
})
