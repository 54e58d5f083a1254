import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxDueDays } from './business-defaults.ts'
import { type Day, day } from './dates.ts'
import { type DueTerms, describeDueTerms, findDueDate } from './due-terms.ts'

const issued = day('2026-01-04')

test.each([
  ['nothing', undefined, '2026-01-18'],
  ['own days', { dueDays: 30, dueEndOfMonth: false }, '2026-02-03'],
  ['own days, end of month', { dueDays: 30, dueEndOfMonth: true }, '2026-02-28'],
  ['the days of the business, end of month', { dueDays: null, dueEndOfMonth: true }, '2026-01-31'],
  ['no days', { dueDays: 0, dueEndOfMonth: false }, '2026-01-04'],
])('what is issued on Jan 4 is due by %s of the customer', (_, terms, due) => {
  expect(findDueDate(issued, terms, 14)).toBe(due)
})

/** By the calendar of the JavaScript engine, in which day 0 of a month is the last one of the month before. */
const calculate = (issueDate: Day, { dueDays, dueEndOfMonth }: DueTerms, ofBusiness: number): string => {
  const [year, month, date] = issueDate.split('-').map(Number) as [number, number, number]
  const due = new Date(Date.UTC(year, month - 1, date + (dueDays ?? ofBusiness)))
  return new Date(dueEndOfMonth ? Date.UTC(due.getUTCFullYear(), due.getUTCMonth() + 1, 0) : due).toISOString().slice(0, 10)
}

test('a due date is that of the calendar', () => {
  const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  const count = fc.integer({ min: 0, max: maxDueDays })
  const terms = fc.record({ dueDays: fc.option(count), dueEndOfMonth: fc.boolean() })
  fc.assert(
    fc.property(days, terms, count, (at, own, ofBusiness) => {
      const issueDate = day(at.toISOString().slice(0, 10))
      expect(findDueDate(issueDate, own, ofBusiness)).toBe(calculate(issueDate, own, ofBusiness))
    }),
  )
})

test.each([
  [null, false, null],
  [null, true, 'end of month'],
  [0, false, 'on receipt'],
  [0, true, 'end of month'],
  [1, false, '1 day'],
  [30, true, '30 days, end of month'],
])('terms of %s days, until the end of the month: %s', (dueDays, dueEndOfMonth, text) => {
  expect(describeDueTerms({ dueDays, dueEndOfMonth })).toBe(text)
})
