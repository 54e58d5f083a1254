import { expect, test } from 'vitest'
import { formatCurrencySums } from './currency-sums.ts'

test('amounts of several currencies are summed apart, in the order of their first', () => {
  const rows = [
    { currency: 'EUR', amount: '60.00' },
    { currency: 'USD', amount: '50.00' },
    { currency: 'EUR', amount: '40.50' },
  ] as const
  expect(formatCurrencySums(rows)).toBe('€100.50 + $50.00')
  expect(formatCurrencySums(rows.slice(1, 2))).toBe('$50.00')
})
