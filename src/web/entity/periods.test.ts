import { expect, test } from 'vitest'
import { day } from '#shared/dates.ts'
import { findPeriod, getPeriods } from './periods.ts'

const rangesOn = (today: string) =>
  Object.fromEntries(getPeriods(day(today)).map(({ label, range }) => [label, `${range.from} ${range.to}`]))

test('periods are whole months and years around today', () => {
  expect(rangesOn('2026-03-31')).toEqual({
    'All dates': ' ',
    'This month': '2026-03-01 2026-03-31',
    'Last month': '2026-02-01 2026-02-28',
    'This quarter': '2026-01-01 2026-03-31',
    'Last 30 days': '2026-03-02 2026-03-31',
    'Last 90 days': '2026-01-01 2026-03-31',
    'This year': '2026-01-01 2026-12-31',
    'Last year': '2025-01-01 2025-12-31',
  })
  expect(rangesOn('2028-01-15')).toMatchObject({ 'This month': '2028-01-01 2028-01-31', 'Last month': '2027-12-01 2027-12-31' })
  expect(rangesOn('2026-12-31')['This month']).toBe('2026-12-01 2026-12-31')
})

test('a range is found by its period, or is custom', () => {
  expect(findPeriod(day('2026-03-31'), { from: '2026-02-01', to: '2026-02-28' })).toBe('Last month')
  expect(findPeriod(day('2026-03-31'), {})).toBe('All dates')
  expect(findPeriod(day('2026-03-31'), { from: '2026-02-01' })).toBeUndefined()
})
