import { expect, test } from 'vitest'
import { formatAmountInput, formatWrappingMoney } from './amount.ts'

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
