import { expect, test } from 'vitest'
import { documentDayInput, moneyDayInput } from './contract/fields.ts'
import { day } from './dates.ts'
import { findFarDayWarning, withToday } from './day-limits.ts'

const today = day('2028-02-29')
const problems = (schema: ReturnType<typeof moneyDayInput>, text: string, at = today) =>
  withToday(at, () => schema.safeParse(text).error?.issues.map(({ message }) => message) ?? [])
const tooEarly = 'Date must not be before Jan 01, 1990: check the year'
const tooLate = 'Date must be at most five years ahead, until Feb 28, 2033: check the year'
const future = 'Date must not be after today, Feb 29, 2028'

test.each([
  ['1989-12-31', [tooEarly], [tooEarly]],
  ['1926-02-29', ['Date must be a day that exists, like 2026-01-31'], ['Date must be a day that exists, like 2026-01-31']],
  ['1926-03-01', [tooEarly], [tooEarly]],
  ['1990-01-01', [], []],
  ['2028-02-29', [], []],
  // An ISO time keeps the day as it is written.
  ['2028-02-29T23:59:59-11:00', [], []],
  ['2028-03-01', [future], []],
  ['2033-02-28', [future], []],
  ['2033-03-01', [future], [tooLate]],
  ['9999-12-31', [future], [tooLate]],
])('%s as a day of money, and of a document', (text, money, document) => {
  expect(problems(moneyDayInput('Date'), text)).toEqual(money)
  expect(problems(documentDayInput('Date'), text)).toEqual(document)
})

test('without a today, as in a job, only the first day is a limit; afterwards none is known', () => {
  expect(() => withToday(today, () => moneyDayInput('Date').parse(null))).toThrow()
  expect(moneyDayInput('Date').safeParse('9999-12-31').success).toBe(true)
  expect(moneyDayInput('Date').safeParse('1989-12-31').success).toBe(false)
})

test.each([
  ['2027-02-28', 'A year ago or more: is the year right?'],
  ['2027-03-01', undefined],
  ['2028-02-29', undefined],
  ['2029-02-27', undefined],
  ['2029-02-28', 'A year ahead or more: is the year right?'],
  ['0202-02-28', undefined],
  ['', undefined],
])('a form warns of %s: %s', (text, warning) => {
  expect(findFarDayWarning(text, today)).toBe(warning)
})
