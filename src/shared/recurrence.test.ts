import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, type Day, day } from './dates.ts'
import { type Frequency, listDays, type Recurrence } from './recurrence.ts'

const rule = (startDay: string, frequency: Frequency, more: Partial<Recurrence> = {}): Recurrence => ({
  ...{ startDay: day(startDay), frequency, every: 1, onDays: [], untilDay: null },
  ...more,
})
const list = (of: Recurrence, max: number, from: Day = of.startDay) => listDays(of, from, max)

test('the 31st is the last day of short months and comes back, counted from the start', () => {
  expect(list(rule('2026-01-31', 'monthly'), 5)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'])
  expect(list(rule('2026-01-30', 'monthly'), 3)).toEqual(['2026-01-30', '2026-02-28', '2026-03-30'])
})

test('29 February is the 28th in years without it, and the 29th again in the next leap year', () => {
  expect(list(rule('2024-02-29', 'yearly'), 5)).toEqual(['2024-02-29', '2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29'])
  expect(list(rule('2096-02-29', 'yearly', { every: 4 }), 3)).toEqual(['2096-02-29', '2100-02-28', '2104-02-29'])
})

test('days that fall together in a short month are one', () => {
  const both = rule('2026-01-29', 'monthly', { onDays: [30, 31, -1] })
  expect(list(both, 5)).toEqual(['2026-01-30', '2026-01-31', '2026-02-28', '2026-03-30', '2026-03-31'])
})

test('weekdays follow weeks from Monday, and days before the start are left out', () => {
  // 2026-01-07 is a Wednesday.
  const fortnightly = rule('2026-01-07', 'weekly', { every: 2, onDays: [5, 1] })
  expect(list(fortnightly, 4)).toEqual(['2026-01-09', '2026-01-19', '2026-01-23', '2026-02-02'])
  expect(list(rule('2026-01-07', 'weekly'), 2)).toEqual(['2026-01-07', '2026-01-14'])
})

test('the last day may be one of its days, and a rule can have none', () => {
  expect(list(rule('2026-01-15', 'monthly', { untilDay: day('2026-03-15') }), 9)).toEqual(['2026-01-15', '2026-02-15', '2026-03-15'])
  expect(list(rule('2026-01-15', 'monthly', { untilDay: day('2026-01-20'), onDays: [1] }), 9)).toEqual([])
})

test('it ends with the year 9999', () => {
  expect(list(rule('9999-11-30', 'monthly'), 9)).toEqual(['9999-11-30', '9999-12-30'])
  expect(list(rule('9999-12-30', 'daily'), 9)).toEqual(['9999-12-30', '9999-12-31'])
  expect(list(rule('9999-12-28', 'weekly'), 9)).toEqual(['9999-12-28'])
  expect(list(rule('9998-12-28', 'yearly'), 9)).toEqual(['9998-12-28', '9999-12-28'])
})

// An independent calculation: whether a day belongs to the rule is asked of each day on the calendar.

const monthsBetween = (a: Date, b: Date) => (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth()
const mondayOf = (at: Date) => at.getTime() - ((at.getUTCDay() + 6) % 7) * 86_400_000
const belongs = ({ startDay, frequency, every, onDays, untilDay }: Recurrence, asked: Day): boolean => {
  if (asked < startDay || (untilDay && asked > untilDay)) return false
  const [start, at] = [new Date(startDay), new Date(asked)]
  const monthLength = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()
  const isOn = (date: number) => at.getUTCDate() === (date === -1 || date > monthLength ? monthLength : date)
  const days = onDays.length > 0
  if (frequency === 'daily') return ((at.getTime() - start.getTime()) / 86_400_000) % every === 0
  if (frequency === 'weekly')
    return (
      ((mondayOf(at) - mondayOf(start)) / 604_800_000) % every === 0 &&
      (days ? onDays.includes(at.getUTCDay() || 7) : at.getUTCDay() === start.getUTCDay())
    )
  if (frequency === 'monthly') return monthsBetween(start, at) % every === 0 && (days ? onDays : [start.getUTCDate()]).some(isOn)
  return at.getUTCMonth() === start.getUTCMonth() && monthsBetween(start, at) % (12 * every) === 0 && isOn(start.getUTCDate())
}

const anyDay = fc.integer({ min: 0, max: 12_000 }).map((n) => addDays(day('2000-01-01'), n))
const anyRule: fc.Arbitrary<Recurrence> = fc
  .record({
    startDay: anyDay,
    frequency: fc.constantFrom<Frequency>('daily', 'weekly', 'monthly', 'yearly'),
    every: fc.integer({ min: 1, max: 7 }),
    length: fc.option(fc.integer({ min: 0, max: 1500 })),
    weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 7 }),
    dates: fc.uniqueArray(fc.oneof(fc.integer({ min: 1, max: 31 }), fc.constant(-1)), { maxLength: 6 }),
  })
  .map(({ startDay, frequency, every, length, weekdays, dates }) => ({
    ...{ startDay, frequency, every },
    onDays: frequency === 'weekly' ? weekdays : frequency === 'monthly' ? dates : [],
    untilDay: length === null ? null : addDays(startDay, length),
  }))

test('random rules give the days that each day of the calendar belongs to', () => {
  fc.assert(
    fc.property(anyRule, fc.integer({ min: -100, max: 3000 }), (random, offset) => {
      const from = addDays(random.startDay, offset)
      const length = 1500
      const expected = Array.from({ length }, (_, i) => addDays(from, i)).filter((each) => belongs(random, each))
      const found = listDays(random, from, length).filter((each) => each < addDays(from, length))
      expect(found).toEqual(expected)
    }),
    { numRuns: 300 },
  )
})
