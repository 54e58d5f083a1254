import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day, day, formatDay, isDay, isTimeZone, today } from './dates.ts'

const two = (n: number) => String(n).padStart(2, '0')
const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const daysIn = (year: number, month: number) => [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0

/** Every day from 1900 to 2100, in order, made by counting. */
const calendar: string[] = []
for (let year = 1900; year <= 2100; year++)
  for (let month = 1; month <= 12; month++)
    for (let date = 1; date <= daysIn(year, month); date++) calendar.push(`${year}-${two(month)}-${two(date)}`)

describe('isDay', () => {
  test('agrees with the calendar on every date from 1900 to 2100, existing or not', () => {
    const exists = new Set(calendar)
    const wrong: string[] = []
    for (let year = 1900; year <= 2100; year++)
      for (let month = 0; month <= 13; month++)
        for (let date = 0; date <= 32; date++) {
          const text = `${year}-${two(month)}-${two(date)}`
          if (isDay(text) !== exists.has(text)) wrong.push(text)
        }
    expect(wrong).toEqual([])
    expect(calendar).toHaveLength(73_414)
  })

  test.each([
    '',
    '1899-12-31',
    '0000-01-01',
    '2026-1-31',
    '2026-01-31 ',
    ' 2026-01-31',
    '2026-01-31T00:00:00Z',
    '26-01-31',
    '2026/01/31',
    '10000-01-01',
    '-2026-01-31',
    '٢٠٢٦-01-31',
    '2026-01-31\n',
  ])('%j is none', (text) => {
    expect(isDay(text)).toBe(false)
    expect(() => day(text)).toThrow(RangeError)
  })
})

describe('addDays', () => {
  test.each([
    ['2026-01-31', 1, '2026-02-01'],
    ['2026-01-31', 30, '2026-03-02'],
    ['2024-01-30', 30, '2024-02-29'],
    ['2023-02-28', 1, '2023-03-01'],
    ['2024-02-28', 1, '2024-02-29'],
    ['1900-02-28', 1, '1900-03-01'],
    ['2000-02-28', 1, '2000-02-29'],
    ['2100-02-28', 1, '2100-03-01'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2024-02-29', 366, '2025-03-01'],
    ['2024-03-01', -1, '2024-02-29'],
    // Nights in which clocks change: New York, Berlin, Auckland, Sao Paulo (once at midnight), and the day that Samoa skipped.
    ['2026-03-07', 1, '2026-03-08'],
    ['2026-03-08', 1, '2026-03-09'],
    ['2026-11-01', 1, '2026-11-02'],
    ['2026-03-29', 30, '2026-04-28'],
    ['2026-10-24', 1, '2026-10-25'],
    ['2026-10-25', 1, '2026-10-26'],
    ['2026-04-05', 1, '2026-04-06'],
    ['2018-11-03', 1, '2018-11-04'],
    ['2011-12-29', 1, '2011-12-30'],
  ])('%s and %d days is %s', (from, n, to) => {
    expect(addDays(day(from), n)).toBe(to)
  })

  test('is counting along the calendar', () => {
    const place = fc.integer({ min: 0, max: calendar.length - 1 })
    fc.assert(
      fc.property(place, place, (from, to) => {
        expect(addDays(calendar[from] as Day, to - from)).toBe(calendar[to])
      }),
      { numRuns: 20_000 },
    )
  })

  test('past the last year there is no day', () => {
    expect(() => addDays(day('9999-12-31'), 1)).toThrow(RangeError)
    expect(() => addDays(day('1900-01-01'), -1)).toThrow(RangeError)
  })
})

test.each([
  ['2024-01-05', 'Jan 05, 2024'],
  ['2026-12-31', 'Dec 31, 2026'],
  ['1999-05-09', 'May 09, 1999'],
])('%s is shown as %s', (text, shown) => {
  expect(formatDay(text)).toBe(shown)
})

describe('today', () => {
  test.each([
    ['2026-01-01T00:00:00Z', 'UTC', '2026-01-01'],
    ['2025-12-31T23:59:59.999Z', 'UTC', '2025-12-31'],
    ['2025-12-31T10:00:00Z', 'Pacific/Kiritimati', '2026-01-01'],
    ['2026-01-01T10:59:59Z', 'Pacific/Pago_Pago', '2025-12-31'],
    ['2026-01-01T11:00:00Z', 'Pacific/Pago_Pago', '2026-01-01'],
    ['2026-06-30T18:14:59Z', 'Asia/Kathmandu', '2026-06-30'],
    ['2026-06-30T18:15:00Z', 'Asia/Kathmandu', '2026-07-01'],
    ['2026-02-28T18:30:00Z', 'Asia/Kolkata', '2026-03-01'],
    // New York is five hours behind in winter and four in summer; the clocks change on 8 March and 1 November 2026.
    ['2026-03-08T04:59:59Z', 'America/New_York', '2026-03-07'],
    ['2026-03-08T05:00:00Z', 'America/New_York', '2026-03-08'],
    ['2026-03-09T03:59:59Z', 'America/New_York', '2026-03-08'],
    ['2026-03-09T04:00:00Z', 'America/New_York', '2026-03-09'],
    ['2026-11-02T04:59:59Z', 'America/New_York', '2026-11-01'],
    ['2026-11-02T05:00:00Z', 'America/New_York', '2026-11-02'],
    ['2024-02-29T22:59:59Z', 'Europe/Berlin', '2024-02-29'],
    ['2024-02-29T23:00:00Z', 'Europe/Berlin', '2024-03-01'],
    // Samoa had no 30 December 2011.
    ['2011-12-30T09:59:59Z', 'Pacific/Apia', '2011-12-29'],
    ['2011-12-30T10:00:00Z', 'Pacific/Apia', '2011-12-31'],
    ['2026-07-01T12:00:00Z', 'No/Such_Zone', '2026-07-01'],
    ['2026-07-01T12:00:00Z', '', '2026-07-01'],
  ])('at %s in %j it is %s', (instant, zone, expected) => {
    expect(today(new Date(instant), zone)).toBe(expected)
  })

  test('is a day at most one away from UTC, in every zone that is known', () => {
    const zones = Intl.supportedValuesOf('timeZone')
    expect(zones.length).toBeGreaterThan(400)
    for (const zone of zones)
      for (const instant of ['2026-01-01T00:00:00Z', '2026-03-29T00:59:59Z', '2026-07-01T11:59:59Z', '2028-02-29T23:59:59Z']) {
        const utc = day(instant.slice(0, 10))
        expect([addDays(utc, -1), utc, addDays(utc, 1)], zone).toContain(today(new Date(instant), zone))
      }
  })
})

test('isTimeZone knows zones from other words', () => {
  for (const zone of ['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires']) expect(isTimeZone(zone)).toBe(true)
  for (const zone of ['', 'Mars/Olympus', 'Europe/Berlin; drop table', '../../etc/passwd']) expect(isTimeZone(zone)).toBe(false)
})
