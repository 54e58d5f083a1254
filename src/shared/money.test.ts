import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maxAmount } from './amount-limits.ts'
import { fitsCurrency, fromMinor, toMinor } from './minor-units.ts'
import {
  addUp,
  cents,
  formatAmount,
  formatMoney,
  parseAmount,
  parseFixed,
  parseSum,
  scale,
  sum,
  toAmount,
  toDecimal,
  toHomeAmount,
  toSum,
} from './money.ts'

const anyAmount = fc.integer({ min: -maxAmount, max: maxAmount }).map(toAmount)

describe('parseFixed', () => {
  test.each([
    ['0', 0],
    ['-0', 0],
    ['-0.00', 0],
    ['12', 1200],
    ['12.', 1200],
    ['12.3', 1230],
    [' 12.30 ', 1230],
    ['-0.01', -1],
    ['007.5', 750],
    ['1.00000', 100],
    ['99999999.99', 9_999_999_999],
    ['9999999999999.99', 999_999_999_999_999],
  ])('%j is %d hundredths', (text, hundredths) => {
    expect(Object.is(parseFixed(text, 2), hundredths)).toBe(true)
  })

  test.each([
    '',
    ' ',
    '.',
    '.5',
    '-',
    '--1',
    '+1',
    '1e5',
    '1E5',
    '1,5',
    '1,000.00',
    '1_000',
    '0x10',
    'NaN',
    'Infinity',
    '1 2',
    '1.2.3',
    '$5',
    '٣',
    '1.5n',
    '1\n2',
    '12345678901234',
  ])('%j is not a number', (text) => {
    expect(() => parseFixed(text, 2)).toThrow(RangeError)
  })

  test('more decimals than allowed are refused, never rounded', () => {
    for (const text of ['1.005', '2.675', '0.001', '-1.999']) expect(() => parseFixed(text, 2)).toThrow(RangeError)
    expect(parseFixed('8.125', 3)).toBe(8125)
  })

  test('a hostile length is refused at once', () => {
    const zeros = '0'.repeat(300_000)
    const began = Date.now()
    for (const text of [`0.${zeros}1`, `${zeros}1`, `0.${zeros}`, `${' '.repeat(300_000)}x`])
      expect(() => parseFixed(text, 2)).toThrow(RangeError)
    expect(Date.now() - began).toBeLessThan(20_000)
  })
})

describe('toDecimal', () => {
  test('is parsed back to the same amount, for every amount', () => {
    fc.assert(
      fc.property(anyAmount, (n) => {
        expect(toDecimal(n)).toMatch(/^-?\d+\.\d\d[1-9]?$/)
        expect(parseAmount(toDecimal(n))).toBe(n)
      }),
      { numRuns: 20_000 },
    )
  })
  test.each([
    [0, '0.00'],
    [-50, '-0.05'],
    [-1000, '-1.00'],
    [12_300, '12.30'],
    [12_345, '12.345'],
    [-1, '-0.001'],
    [maxAmount, '4499999999999.999'],
  ])('%d is %s', (n, text) => {
    expect(toDecimal(toAmount(n))).toBe(text)
  })
})

test.each([
  [parseAmount('0'), '$0.00'],
  [parseAmount('999.99'), '$999.99'],
  [parseAmount('1000'), '$1,000.00'],
  [parseAmount('1234567.8'), '$1,234,567.80'],
  [parseAmount('-5'), '-$5.00'],
  ['99999999.99', '$99,999,999.99'],
  ['-1234.50', '-$1,234.50'],
])('%s is formatted as %s', (amount, shown) => {
  expect(formatMoney(amount, 'USD')).toBe(shown)
  expect(formatAmount(amount)).toBe(shown.replace('$', ''))
})

test('minor units are those of the currency', () => {
  expect([toMinor(parseAmount('12.30'), 2), toMinor(parseAmount('500'), 0), toMinor(parseAmount('1.25'), 3)]).toEqual([1230, 500, 1250])
  expect([fromMinor(1230, 2), fromMinor(500, 0), fromMinor(1250, 3)].map(toDecimal)).toEqual(['12.30', '500.00', '1.25'])
  expect(() => toMinor(parseAmount('0.5'), 0)).toThrow(RangeError)
  expect(() => toMinor(parseAmount('0.005'), 2)).toThrow(RangeError)
  expect([fitsCurrency(parseAmount('0.5'), 'JPY'), fitsCurrency(parseAmount('500'), 'JPY')]).toEqual([false, true])
  expect([fitsCurrency(parseAmount('0.005'), 'USD'), fitsCurrency(parseAmount('0.005'), 'KWD')]).toEqual([false, true])
  expect([formatMoney(parseAmount('500'), 'JPY'), formatMoney(parseAmount('1.25'), 'KWD')]).toEqual(['¥500', 'KWD\u00a01.250'])
  expect([scale(parseAmount('10'), 1, 3, 'JPY'), scale(parseAmount('10'), 1, 3, 'USD')].map(toDecimal)).toEqual(['3.00', '3.33'])
})

test('amounts are whole and safe', () => {
  for (const n of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) expect(() => toAmount(n)).toThrow(RangeError)
  expect(Object.is(cents(-0), 0)).toBe(true)
})

test('a sum is exact, and throws where it can no longer be', () => {
  expect(sum([])).toBe(0)
  expect(sum([cents(10), cents(20), cents(-5)])).toBe(cents(25))
  expect(() => sum([toAmount(Number.MAX_SAFE_INTEGER), toAmount(1)])).toThrow(RangeError)
})

describe('scale', () => {
  test.each([
    [1, 50, 100, 1],
    [-1, 50, 100, -1],
    [1, 49, 100, 0],
    [-1, 49, 100, 0],
    [3, 50, 100, 2],
    [-3, 50, 100, -2],
    [15_000, 825, 10_000, 1238],
    [101, 250, 100, 253],
    [0, 999, 100, 0],
  ])('%d x %d / %d, half away from zero, is %d', (amount, n, d, expected) => {
    expect(Object.is(scale(cents(amount), n, d, 'USD'), cents(expected))).toBe(true)
  })

  test('is the nearest thousandth of a dinar, whatever the numbers', () => {
    fc.assert(
      fc.property(anyAmount, fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.constantFrom(1, 3, 7, 100, 10_000), (amount, n, d) => {
        fc.pre(Math.abs(amount) * Math.abs(n) < 2 ** 53 * d)
        const off = BigInt(scale(amount, n, d, 'KWD')) * BigInt(d) - BigInt(amount) * BigInt(n)
        const size = off < 0n ? -off : off
        expect(size * 2n <= BigInt(d)).toBe(true)
      }),
      { numRuns: 20_000 },
    )
  })

  test('throws where the result no longer fits', () => {
    expect(() => scale(toAmount(Number.MAX_SAFE_INTEGER), 200, 100, 'USD')).toThrow(RangeError)
  })
})

test('amounts of the home currency do not add up with those of a document', () => {
  // @ts-expect-error 5 euros and 5 dollars are not 10 of anything
  sum([cents(500), toHomeAmount(500)])
  // @ts-expect-error an amount of a document is none of the home currency
  const wrong: ReturnType<typeof toHomeAmount> = scale(cents(500), 1, 2, 'USD')
  expect([sum([toHomeAmount(500), toHomeAmount(1)]), scale(toHomeAmount(501), 1, 2, 'KWD'), wrong]).toEqual([501, 251, 2500])
  expect(() => toHomeAmount(0.5)).toThrow(RangeError)
})

describe('a sum of many documents', () => {
  test('is exact at any size, and written and parsed to the last digit', () => {
    const anySum = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(toSum)
    fc.assert(
      fc.property(fc.array(fc.oneof(anySum, anyAmount)), (parts) => {
        const all = addUp(parts)
        expect(all).toBe(parts.reduce<bigint>((before, part) => before + BigInt(part), 0n))
        expect(parseSum(toDecimal(all))).toBe(all)
      }),
    )
    fc.assert(fc.property(anyAmount, (amount) => toDecimal(toSum(amount)) === toDecimal(amount)))
  })

  test.each([
    ['10000000000000.00', '$10,000,000,000,000.00'],
    ['-123456789012345678901234.56', '-$123,456,789,012,345,678,901,234.56'],
    ['0', '$0.00'],
  ])('%s is written as %s', (text, money) => {
    expect(formatMoney(parseSum(text), 'USD')).toBe(money)
    expect(formatAmount(parseSum(text))).toBe(money.replace('$', ''))
  })

  test.each(['', '1.2345', '1e5', '1'.repeat(41), '1n', '0x1'])('%j is none', (text) => {
    expect(() => parseSum(text)).toThrow(RangeError)
  })
})
