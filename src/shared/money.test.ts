import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cents, formatAmount, formatMoney, maxCents, parseCents, parseFixed, scale, sum, toDecimal, toHomeCents } from './money.ts'

const wholeCents = fc.integer({ min: -maxCents, max: maxCents })

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
    ['99999999.99', maxCents],
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
  test('is parsed back to the same number of cents, for every amount', () => {
    fc.assert(
      fc.property(wholeCents, (n) => {
        expect(toDecimal(n)).toMatch(/^-?\d+\.\d\d$/)
        expect(parseCents(toDecimal(n))).toBe(n)
      }),
      { numRuns: 20_000 },
    )
  })
  test.each([
    [0, '0.00'],
    [-5, '-0.05'],
    [-100, '-1.00'],
    [1230, '12.30'],
    [maxCents, '99999999.99'],
  ])('%d is %s', (n, text) => {
    expect(toDecimal(n)).toBe(text)
  })
})

test.each([
  [parseCents('0'), '$0.00'],
  [parseCents('999.99'), '$999.99'],
  [parseCents('1000'), '$1,000.00'],
  [parseCents('1234567.8'), '$1,234,567.80'],
  [parseCents('-5'), '-$5.00'],
  ['99999999.99', '$99,999,999.99'],
  ['-1234.50', '-$1,234.50'],
])('%s is formatted as %s', (amount, shown) => {
  expect(formatMoney(amount, 'USD')).toBe(shown)
  expect(formatAmount(amount)).toBe(shown.replace('$', ''))
})

test('cents are whole and safe', () => {
  for (const n of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) expect(() => cents(n)).toThrow(RangeError)
  expect(Object.is(cents(-0), 0)).toBe(true)
})

test('a sum is exact, and throws where it can no longer be', () => {
  expect(sum([])).toBe(0)
  expect(sum([cents(10), cents(20), cents(-5)])).toBe(25)
  expect(() => sum([cents(Number.MAX_SAFE_INTEGER), cents(1)])).toThrow(RangeError)
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
    expect(Object.is(scale(cents(amount), n, d), expected)).toBe(true)
  })

  test('is the nearest whole cent, whatever the numbers', () => {
    fc.assert(
      fc.property(wholeCents, fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.constantFrom(1, 3, 7, 100, 10_000), (amount, n, d) => {
        fc.pre(Math.abs(amount) * Math.abs(n) < 2 ** 53 * d)
        const off = BigInt(scale(cents(amount), n, d)) * BigInt(d) - BigInt(amount) * BigInt(n)
        const size = off < 0n ? -off : off
        expect(size * 2n <= BigInt(d)).toBe(true)
      }),
      { numRuns: 20_000 },
    )
  })

  test('throws where the result no longer fits', () => {
    expect(() => scale(cents(Number.MAX_SAFE_INTEGER), 200, 100)).toThrow(RangeError)
  })
})

test('amounts of the home currency do not add up with those of a document', () => {
  // @ts-expect-error 5 euros and 5 dollars are not 10 of anything
  sum([cents(500), toHomeCents(500)])
  // @ts-expect-error an amount of a document is none of the home currency
  const wrong: ReturnType<typeof toHomeCents> = scale(cents(500), 1, 2)
  expect([sum([toHomeCents(500), toHomeCents(1)]), scale(toHomeCents(501), 1, 2), wrong]).toEqual([501, 251, 250])
  expect(() => toHomeCents(0.5)).toThrow(RangeError)
})
