import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, type Day, day } from './dates.ts'
import {
  allTime,
  chooseStep,
  countDays,
  getLastDays,
  getMonthEnd,
  getPreviousRange,
  getStepStart,
  maxParts,
  type Range,
  type Step,
  splitRange,
} from './periods.ts'

const range = (from: string, to: string): Range => ({ from: day(from), to: day(to) })
const anyDay = fc.integer({ min: 0, max: 2_900_000 }).map((n) => addDays(allTime.from, n))
const anyRange = fc.tuple(anyDay, anyDay).map(([a, b]) => (a <= b ? { from: a, to: b } : { from: b, to: a }))
const after = (of: Day) => addDays(of, 1)

test('the last 30 days include today', () => {
  expect(getLastDays(day('2026-03-01'), 30)).toEqual(range('2026-01-31', '2026-03-01'))
  expect(getLastDays(day('2024-02-29'), 365)).toEqual(range('2023-03-02', '2024-02-29'))
  expect(countDays(range('2026-01-01', '2026-01-01'))).toBe(1)
})

test.each([
  ['whole months are compared with months', range('2026-03-01', '2026-03-31'), range('2026-02-01', '2026-02-28')],
  ['a quarter with a quarter, across a year’s end', range('2026-01-01', '2026-03-31'), range('2025-10-01', '2025-12-31')],
  ['a leap year with the year before', range('2024-01-01', '2024-12-31'), range('2023-01-01', '2023-12-31')],
  ['other days with as many days', range('2026-01-02', '2026-01-31'), range('2025-12-03', '2026-01-01')],
  ['one day with the day before', range('2024-03-01', '2024-03-01'), range('2024-02-29', '2024-02-29')],
  ['the last month that there is', range('9999-12-01', '9999-12-31'), range('9999-11-01', '9999-11-30')],
  ['what would begin before the first day, with nothing', range('1900-01-01', '1900-01-31'), null],
  ['and so a century', range('1950-01-01', '2049-12-31'), null],
  ['everything, with nothing', allTime, null],
])('%s', (_, of, previous) => {
  expect(getPreviousRange(of)).toEqual(previous)
})

test('a range and the previous one are adjacent and have the same number of days, or of months', () => {
  fc.assert(
    fc.property(anyRange, (of) => {
      const previous = getPreviousRange(of)
      if (!previous) return
      expect(after(previous.to)).toBe(of.from)
      const isMonths = of.from.endsWith('-01') && of.to === getMonthEnd(of.to)
      if (isMonths) expect([previous.from.slice(8), previous.to]).toEqual(['01', getMonthEnd(previous.to)])
      else expect(countDays(previous)).toBe(countDays(of))
    }),
  )
})

test('the parts of a range are adjacent, cover it, start at calendar boundaries, and are no more than a chart can show', () => {
  fc.assert(
    fc.property(anyRange, (of) => {
      const step = chooseStep(of)
      const years = Number(of.to.slice(0, 4)) - Number(of.from.slice(0, 4)) + 1
      if (step === 'year' && years > maxParts) {
        expect(() => splitRange(of)).toThrow(RangeError)
        return
      }
      const parts = splitRange(of)
      expect([parts[0]!.from, parts.at(-1)!.to]).toEqual([of.from, of.to])
      for (const [i, part] of parts.entries()) {
        expect(part.from <= part.to).toBe(true)
        if (i > 0) expect([part.from, getStepStart(step, part.from)]).toEqual([after(parts[i - 1]!.to), part.from])
      }
    }),
    { examples: [[range('1900-12-31', '2299-01-01')], [range('1900-12-31', '2300-01-01')]] },
  )
})

test.each<[Range, Step, number]>([
  [range('2026-01-05', '2026-01-11'), 'day', 7],
  [range('2025-12-01', '2026-02-28'), 'week', 13],
  [range('2025-11-15', '2026-11-14'), 'month', 13],
  [range('2020-01-01', '2026-12-31'), 'quarter', 28],
  [range('1950-06-15', '2049-06-14'), 'year', 100],
  [range('9999-12-25', '9999-12-31'), 'day', 7],
])('%o is split into %ss', (of, step, count) => {
  expect([chooseStep(of), splitRange(of).length]).toEqual([step, count])
})

test('more parts than a chart can have are refused', () => {
  expect(() => splitRange(allTime, 'year')).toThrow(RangeError)
  expect(splitRange(range('9990-02-03', '9999-12-31'), 'year').at(-1)).toEqual(range('9999-01-01', '9999-12-31'))
})
