import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isDay } from '#shared/dates.ts'
import { escapeFormula, findFormulaProblem, unescapeFormula } from '#shared/formulas.ts'
import { formatHundredths } from '#shared/rates.ts'
import { detectDecimalComma, findAmbiguousAmount, isClearlyAmount, readAmount } from './amounts.ts'
import { readCategory } from './categories.ts'
import { detectDayOrder, readDay } from './days.ts'

const hostileText = fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', 'a', '1', '(', ' ', '😀'), maxLength: 8 })

test('every text survives export and import, and no exported cell starts like a formula', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      expect(unescapeFormula(escapeFormula(text))).toBe(text)
      expect(escapeFormula(text)).not.toMatch(/^[=+\-@\t\r]/)
      expect(findFormulaProblem(escapeFormula(text))).toBeUndefined()
    }),
  )
})

test.each([
  '=1+1',
  '=HYPERLINK("http://x")',
  '@SUM(A1)',
  '\t=1',
  '+SUM(A1)',
  "-cmd|' /C calc'!A0",
  '+Sheet1!A1',
  "-'My sheet'!A1",
  '+=1',
  '-@x()',
])('the formula %j is refused with a message', (cell) => {
  expect(findFormulaProblem(cell)).toMatch(/^begins with ("[=@+-]"|a tab), which spreadsheets would run as a formula; put a ' before it/)
})
test.each(['+1 555 0100', '+1 (555) 010-0100', '-12.50', '-$5.00', '- none -', '-- see notes (old)', 'a=b', "'=1", '', 'E=mc²'])(
  '%j is plain text',
  (cell) => expect(findFormulaProblem(cell)).toBeUndefined(),
)
test('an amount with a lot of white space is parsed in linear time', () => {
  // 200,000 cells: with quadratic parsing this would take hours.
  for (let i = 0; i < 200_000; i++) readAmount(`(${' '.repeat(28)}1${' '.repeat(28)}x`)
  expect(readAmount(`- ${' '.repeat(20)}1 ${' '.repeat(20)}€`)).toBe('-1')
})
test('a long text is checked quickly', () => {
  expect(findFormulaProblem(`-${'a'.repeat(100_000)}`)).toBeUndefined()
  expect(findFormulaProblem(`-${"'".repeat(100_000)}`)).toBeUndefined()
  expect(readAmount('1'.repeat(100_000))).toHaveLength(100_000)
})

test.each([
  ['$1,234.56', '1234.56'],
  ['1.234,56', '1234.56'],
  ['1.234,56 €', '1234.56'],
  ['€ 12', '12'],
  ['USD 12.5', '12.5'],
  ['12.50 EUR', '12.50'],
  ['US$ 1,000', '1000'],
  ['R$ 1.000,00', '1000.00'],
  ["CHF 1'234.50", '1234.50'],
  ['1 234,56', '1234.56'],
  ['1\u202f234,56 €', '1234.56'],
  ['(12.00)', '-12.00'],
  ['($1,234.00)', '-1234.00'],
  ['-$5.00', '-5.00'],
  ['$-5.00', '-5.00'],
  ['5.00-', '-5.00'],
  ['−5', '-5'],
  ['+5', '5'],
  ['12,5', '12.5'],
  ['1,234', '1234'],
  ['1,234,567', '1234567'],
  ['1.234.567', '1234567'],
  ['12,34,567.00', '1234567.00'],
  ['1.234', '1.234'],
  ['12.', '12'],
  ['0', '0'],
])('the amount %j is parsed as %s', (text, read) => expect(readAmount(text)).toBe(read))

test.each([
  '',
  'abc',
  '12 hours',
  '1.2.3',
  '1,2,3',
  '12.34.56',
  '(5',
  '5)',
  '--5',
  '(-5)',
  '1e5',
  '12%',
  '1 2',
  '$',
  '1,23.4.5',
  'NaN',
  '0x10',
  '1 234 5',
])('%j is not an amount and is returned unchanged', (text) => expect(readAmount(text)).toBe(text))

test('every notation of an amount keeps its value', () => {
  const grouped = (whole: string, mark: string) => whole.replace(/\B(?=(\d{3})+$)/g, mark)
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 9_999_999_999 }),
      fc.constantFrom([',', '.'], ['.', ','], [' ', ','], ["'", '.'], ['', '.'], ['', ','], ['\u00a0', ',']),
      fc.constantFrom(['', ''], ['$', ''], ['', ' €'], ['EUR ', ''], ['-', ''], ['(', ')']),
      (cents, [group, point], [before, after]) => {
        const [whole, fraction] = formatHundredths(cents).split('.') as [string, string]
        const read = readAmount(`${before}${grouped(whole, group!)}${point}${fraction}${after}`)
        expect(read).toBe(`${before === '-' || before === '(' ? '-' : ''}${formatHundredths(cents)}`)
      },
    ),
  )
})

test('a column with decimal commas resolves an ambiguous separator', () => {
  expect(detectDecimalComma(['12,50', '1.234', '3'])).toBe(true)
  expect(detectDecimalComma(['12.50', '1,234', '3'])).toBe(false)
  expect([readAmount('1.234', true), readAmount('1,234', true)]).toEqual(['1234', '1.234'])
  expect(['$5', '12.50', '12,50'].map(isClearlyAmount)).toEqual([true, true, true])
  expect(['5', '1234', '2026', 'abc', '12.345.6'].map(isClearlyAmount)).toEqual([false, false, false, false, false])
})

test.each([
  // Nothing tells whether these are thousands, or the column disagrees with itself.
  [['1.500', '1.250', '12.000'], 'ask'],
  [['1,500', '80'], 'ask'],
  [['1,234', '1.234'], 'ask'],
  [['1.500', '12,50', '12.50'], 'ask'],
  [['$1.500', '3 €'], 'ask'],
  // One value is enough to know the others.
  [['1.500', '12,5'], true],
  [['1.500', '1.234.567'], true],
  [['1.500', '0,125'], true],
  [['1.500', '1 234,567'], true],
  [['1,500', '1,234,567'], false],
  [['1,500', '0.125'], false],
  [['1,500', '100.0000'], false],
  [['1,500', '1,234.5'], false],
  // Nothing is open.
  [['80', '12.', ''], false],
  [['12.50', '12,50'], false],
  [['Rp 15.000', 'n/a'], false],
] as const)('whether the amounts %j have decimal commas: %s', (values, expected) => expect(detectDecimalComma(values)).toBe(expected))

test('the amount of a question is one that can be read both ways', () => {
  expect(findAmbiguousAmount(['80', '1.2', '1.500', '2.500'])).toBe('1.500')
  expect(findAmbiguousAmount(['80', '0.125', '1.2.3'])).toBeUndefined()
  expect([readAmount('0,125'), readAmount('0.125', true)]).toEqual(['0.125', '0.125'])
})

test.each([
  ['2026-01-05', '2026-01-05'],
  ['2026-1-5', '2026-01-05'],
  ['2026/01/05', '2026-01-05'],
  ['2026-01-05T23:59:59.123Z', '2026-01-05'],
  ['2026-01-05 23:59:59 UTC', '2026-01-05'],
  ['2026-01-05T00:00:00+02:00', '2026-01-05'],
  ['Jan 05, 2026', '2026-01-05'],
  ['January 5th, 2026', '2026-01-05'],
  ['Jan. 5 2026', '2026-01-05'],
  ['5 Jan 2026', '2026-01-05'],
  ['05-Jan-26', '2026-01-05'],
  ['5. January 2026', '2026-01-05'],
  ['Mon, Jan 5, 2026', '2026-01-05'],
  ['1 sept 1999', '1999-09-01'],
  ['01/05/2026 10:30 AM', '2026-01-05'],
  ['1/5/99', '1999-01-05'],
  ['02/30/2026', '2026-02-30'],
])('the date %j is parsed as %s', (text, read) => expect(readDay(text, 'mdy')).toBe(read))
test.each(['', 'soon', '45321', '1/2', '5 Foo 2026', '2026', '1/2/3/4', '1-2/2026', 'x'.repeat(200)])(
  '%j is no day and comes back as it was',
  (text) => expect(readDay(text, 'mdy')).toBe(text),
)

test('the day order of a column is detected from its values; an ambiguous column is reported', () => {
  expect(detectDayOrder(['01/05/2026', '01/31/2026'])).toBe('mdy')
  expect(detectDayOrder(['01/05/2026', '31/01/2026'])).toBe('dmy')
  expect(detectDayOrder(['01/05/2026', '02/06/2026'])).toBe('ask')
  expect(detectDayOrder(['05.01.2026', '06.02.2026'])).toBe('dmy')
  expect(detectDayOrder(['05/05/2026', '2026-01-05', 'Jan 5, 2026', ''])).toBe('mdy')
  expect(detectDayOrder([])).toBe('mdy')
})

test('every date in every order and format is parsed correctly', () => {
  const days = fc
    .date({ min: new Date('1970-01-01'), max: new Date('2069-12-31'), noInvalidDate: true })
    .map((at) => at.toISOString().slice(0, 10))
  fc.assert(
    fc.property(
      days,
      fc.constantFrom('mdy' as const, 'dmy' as const),
      fc.constantFrom('/', '-', '.'),
      fc.boolean(),
      (day, order, mark, short) => {
        const [y, m, d] = day.split('-') as [string, string, string]
        const year = short ? y.slice(2) : y
        const read = readDay([...(order === 'mdy' ? [m, d] : [d, m]), year].join(mark), order)
        expect([read, isDay(read)]).toEqual([day, true])
      },
    ),
  )
})

test.each([
  ['office supplies', 'Office Supplies'],
  ['Advertising', 'Marketing & Advertising'],
  ['ADVERTISING AND MARKETING', 'Marketing & Advertising'],
  ['Meals', 'Meals & Entertainment'],
  ['Meals and Entertainment', 'Meals & Entertainment'],
  ['Travel:Airfare', 'Travel'],
  ['Professional Fees', 'Professional Services'],
  ['IT and Internet Expenses', 'Internet & Phone'],
  ['Dues & subscriptions', 'Software & Subscriptions'],
  ['misc.', 'Other'],
])('the category %j maps to %s', (text, category) => expect(readCategory(text)).toBe(category))
test.each(['', ':', 'Snacks', 'constructor', 'x'.repeat(10_000)])('%j is not a category', (text) =>
  expect(readCategory(text)).toBeUndefined(),
)
