import { describe, expect, test } from 'vitest'
import { formatQuantity, formatRate } from './rates.ts'

describe('showRate', () => {
  test.each([
    ['0.00', '0.0%'],
    ['8.00', '8.0%'],
    ['8.50', '8.5%'],
    ['8.25', '8.25%'],
    ['8.05', '8.05%'],
    ['100.00', '100.0%'],
    [825, '8.25%'],
    [7, '0.07%'],
  ])('%s is formatted as %s', (rate, shown) => expect(formatRate(rate)).toBe(shown))

  test('refuses text that is not a rate', () => expect(() => formatRate('8%')).toThrow(RangeError))
})

describe('showQuantity', () => {
  test.each([
    ['1.00', '1'],
    ['1.50', '1.5'],
    ['0.01', '0.01'],
    ['100.00', '100'],
    ['1234567.25', '1,234,567.25'],
    ['99999999.99', '99,999,999.99'],
    [250, '2.5'],
  ])('%s is formatted as %s', (quantity, shown) => expect(formatQuantity(quantity)).toBe(shown))
})
