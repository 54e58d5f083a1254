import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { maxAmount } from '#shared/amount-limits.ts'
import { cents } from '#shared/money.ts'
import {
  amount,
  amountInput,
  calendarDay,
  dayInput,
  decimal,
  exchangeRateInput,
  instant,
  optionalEmail,
  optionalText,
  percentInput,
  quantityInput,
  requiredText,
  rowId,
  taxRateInput,
  version,
} from './fields.ts'

/** The parsed value, or the error messages. */
const reading = (schema: z.ZodType, value: unknown) => {
  const result = schema.safeParse(value)
  return result.success ? result.data : result.error.issues.map(({ message }) => message)
}

const noNumber = ['Price must be a number, like 12.50']
const isMissing = ['Price is required']
const tooFine = ['Price can have at most 3 decimals']
const tooLow = ['Price must be at least 0.00']
const tooMuch = ['Price must be at most 4,499,999,999,999.999']

test.each<[unknown, unknown]>([
  ['12.30', cents(1230)],
  ['1.255', 1255],
  [' 12 ', cents(1200)],
  ['12.', cents(1200)],
  [12.3, cents(1230)],
  [0, 0],
  [-0, 0],
  ['-0', 0],
  ['-0.00', 0],
  [0.1, cents(10)],
  ['4499999999999.999', maxAmount],
  [4_499_999_999_999.999, maxAmount],
  ['4500000000000.00', tooMuch],
  [4_500_000_000_000, tooMuch],
  ['9999999999999', tooMuch],
  ['-0.01', tooLow],
  [-1, tooLow],
  [2.6755, tooFine],
  ['1.0005', tooFine],
  [0.1 + 0.2, tooFine],
  ['1e5', noNumber],
  [1e21, noNumber],
  [1e-7, noNumber],
  ['1,5', noNumber],
  ['1,000.00', noNumber],
  ['', isMissing],
  ['  ', isMissing],
  ['.5', noNumber],
  ['0x1F', noNumber],
  ['$5', noNumber],
  ['12345678901234', noNumber],
  [Number.NaN, noNumber],
  [Number.POSITIVE_INFINITY, noNumber],
  [Number.NEGATIVE_INFINITY, noNumber],
  [null, isMissing],
  [undefined, isMissing],
  [true, noNumber],
  [[5], noNumber],
  [{ toString: () => '5' }, noNumber],
  [5n, noNumber],
])('the amount %o is parsed as %o', (typed, expected) => {
  expect(reading(amountInput('Price'), typed)).toEqual(expected)
})

test('a hostile length is refused at once', () => {
  const zeros = '0'.repeat(300_000)
  const began = Date.now()
  for (const schema of [
    amountInput('Price'),
    quantityInput('Quantity', { belowMin: 'Quantity must be positive' }),
    percentInput('Discount'),
    taxRateInput,
  ])
    for (const text of [`0.${zeros}1`, `${zeros}1`, '9'.repeat(300_000), `1${' '.repeat(300_000)}1`])
      expect(schema.safeParse(text).success).toBe(false)
  expect(Date.now() - began).toBeLessThan(20_000)
})

test('a minimum has its own message', () => {
  const quantity = quantityInput('Quantity', { belowMin: 'Quantity must be positive' })
  expect(reading(quantity, '0.000001')).toBe('0.000001')
  expect(reading(quantity, '01.50')).toBe('1.50')
  expect(reading(quantity, '0.0000001')).toEqual(['Quantity can have at most 6 decimals'])
  expect(reading(quantity, '0')).toEqual(['Quantity must be positive'])
  expect(reading(quantity, '-3')).toEqual('-3.00')
  expect(reading(quantity, '-100000000')).toEqual(['Quantity must be at least -99,999,999.99'])
  expect(reading(percentInput('Discount'), '9.9750')).toBe('9.975')
  expect(reading(percentInput('Discount'), '100.0001')).toEqual(['Discount must be from 0 to 100'])
})

test.each<[unknown, unknown]>([
  ['8.25', 825],
  [8.25, 825],
  ['0', 0],
  ['100', 10_000],
  ['100.00', 10_000],
  ['100.01', ['Tax rate must be from 0 to 100']],
  ['-0.01', ['Tax rate must be from 0 to 100']],
  ['8.255', ['Tax rate can have at most 2 decimals']],
  ['1e1', ['Tax rate must be a number from 0 to 100']],
  ['8,25', ['Tax rate must be a number from 0 to 100']],
  [Number.NaN, ['Tax rate must be a number from 0 to 100']],
  [null, ['Tax rate must be a number from 0 to 100']],
])('the tax rate %o is parsed as %o', (typed, expected) => {
  expect(reading(taxRateInput, typed)).toEqual(expected)
})

test('amounts, rates and instants survive encoding as text', () => {
  for (const [text, n] of [
    ['0.00', 0],
    ['12.30', 1230],
    ['-0.05', -5],
    ['99999999.99', 9_999_999_999],
  ] as const) {
    expect(z.decode(amount, text)).toBe(cents(n))
    expect(z.encode(amount, z.decode(amount, text))).toBe(text)
    expect(z.encode(decimal, n)).toBe(text)
  }
  expect(z.encode(instant, z.decode(instant, '2026-01-31T12:00:00.000Z'))).toBe('2026-01-31T12:00:00.000Z')
  expect(() => z.encode(amount, 12.5 as never)).toThrow()
})

describe('days', () => {
  test.each([
    ['2026-01-31', '2026-01-31'],
    ['2024-02-29', '2024-02-29'],
    // The calendar day as written, regardless of the offset.
    ['2026-01-31T23:59:59.999Z', '2026-01-31'],
    ['2026-01-31T00:30:00+14:00', '2026-01-31'],
    ['2026-01-31T23:30:00-1100', '2026-01-31'],
    ['2026-01-31T10:00', '2026-01-31'],
  ])('%s is the day %s', (typed, expected) => {
    expect(reading(dayInput('Issue date'), typed)).toBe(expected)
  })
  test.each([
    '2026-02-30',
    '2023-02-29',
    '31.01.2026',
    '2026-1-31',
    '1899-12-31',
    '2026-01-31 10:00',
    '2026-01-31Tomorrow',
    'today',
    '2026-01-31T10:00Zz',
  ])('%s is refused with a message', (typed) => {
    expect(reading(dayInput('Issue date'), typed)).toEqual(['Issue date must be a day that exists, like 2026-01-31'])
  })
  test.each([[''], [null], [undefined], [20_260_131]])('%o counts as missing', (typed) => {
    expect(reading(dayInput('Issue date'), typed)).toEqual(['Issue date is required'])
  })
  test('a reply contains valid dates only', () => {
    expect(calendarDay.safeParse('2026-01-31').success).toBe(true)
    for (const value of ['2026-02-30', '2026-01-31T00:00:00Z', new Date(), null]) expect(calendarDay.safeParse(value).success).toBe(false)
  })
})

describe('text', () => {
  test('required text is trimmed, and refused when empty or too long', () => {
    expect(reading(requiredText('Name', 5), '  Ada  ')).toBe('Ada')
    for (const value of ['', '   ', '\n\t', null, undefined, 5])
      expect(reading(requiredText('Name', 5), value)).toEqual(['Name is required'])
    expect(reading(requiredText('Name', 5), 'abcdef')).toEqual(['Name can have at most 5 characters'])
    expect(reading(requiredText('Name', 5), 'abcde')).toBe('abcde')
  })
  test('text that the database or a document can’t store is refused', () => {
    for (const schema of [requiredText('Name', 50), optionalText('Name', 50)])
      for (const value of ['a\u0000b', 'a\ud800b', '\udc00'])
        expect(reading(schema, value)).toEqual(["Name has a character that can't be stored"])
    expect(reading(requiredText('Name', 50), "Robert'); drop table <b>&\u{1F600}")).toBe("Robert'); drop table <b>&\u{1F600}")
  })
  test('optional text may be left out, null or empty', () => {
    for (const value of [undefined, null, '']) expect(reading(optionalText('Notes', 5), value)).toBe(value)
    expect(reading(optionalText('Notes', 5), 7)).toEqual(['Notes must be text'])
  })
  test('an email is one address and nothing else', () => {
    for (const value of [undefined, null, '', 'c@example.com', 'first.last+tag@sub.example.co.uk'])
      expect(reading(optionalEmail, value)).toBe(value)
    for (const value of [
      'c@',
      'c',
      '@example.com',
      'c@example.com\r\nBcc: evil@example.com',
      'a@b.example, c@d.example',
      'Ada <ada@example.com>',
      `${'a'.repeat(250)}@example.com`,
    ])
      expect(optionalEmail.safeParse(value).success, value).toBe(false)
  })
})

describe('ids', () => {
  test.each([
    [1, 1],
    ['1', 1],
    [2_147_483_647, 2_147_483_647],
    ['42', 42],
  ])('%o is row %d', (given, id) => {
    expect(reading(rowId('Customer'), given)).toBe(id)
  })
  test.each([
    [0],
    [-1],
    ['0'],
    [1.5],
    ['1.5'],
    [2 ** 53],
    ['99999999999999999999'],
    [''],
    [' '],
    ['1e3'],
    ['0x10'],
    ['1 or 1=1'],
    [Number.NaN],
    [null],
    [undefined],
    [true],
    [[7]],
    [{}],
  ])('%o is not a row id', (given) => {
    expect(reading(rowId('Customer'), given)).toEqual(['Customer is required'])
  })
  test('a version counts from 1', () => {
    expect(version.safeParse(1).success).toBe(true)
    for (const value of [0, -1, 1.5, '1', null]) expect(version.safeParse(value).success).toBe(false)
  })
})

test.each<[unknown, unknown]>([
  ['1.0842', '1.0842'],
  [' 01.0800 ', '1.08'],
  [163.45, '163.45'],
  ['0.0066332212', '0.0066332212'],
  ['0.0000000001', '0.0000000001'],
  ['9999999999.9999999999', '9999999999.9999999999'],
  ['10000000000', ['Exchange rate must be below 10,000,000,000']],
  ['0.00000000001', ['Exchange rate can have at most 10 decimals']],
  ['0', ['Exchange rate must be above 0']],
  ['-1.2', ['Exchange rate must be above 0']],
  ['-0', ['Exchange rate must be above 0']],
  ['1,08', ['Exchange rate must be a number, like 12.50']],
  ['', ['Exchange rate is required']],
  [null, ['Exchange rate is required']],
])('exchange rate %j is %j', (value, expected) => expect(reading(exchangeRateInput, value)).toEqual(expected))
