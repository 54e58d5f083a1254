import { expect, test } from 'vitest'
import { day } from '#shared/dates.ts'
import { findPeriod, getPeriods } from './periods.ts'

const rangesOn = (today: string) =>
  Object.fromEntries(getPeriods(day(today)).map(({ label, range }) => [label, `${range.from} ${range.to}`]))
const namesOn = (today: string) => getPeriods(day(today)).map(({ name }) => name)

test('months, quarters and years are complete, also at the turn of the year and in February', () => {
  expect(rangesOn('2026-03-31')).toEqual({
    'All dates': ' ',
    'This month': '2026-03-01 2026-03-31',
    'Last month': '2026-02-01 2026-02-28',
    'This quarter': '2026-01-01 2026-03-31',
    'Last quarter': '2025-10-01 2025-12-31',
    'Last 30 days': '2026-03-02 2026-03-31',
    'Last 90 days': '2026-01-01 2026-03-31',
    'This year': '2026-01-01 2026-12-31',
    'Last year': '2025-01-01 2025-12-31',
  })
  expect(rangesOn('2028-03-31')).toMatchObject({ 'Last month': '2028-02-01 2028-02-29', 'This quarter': '2028-01-01 2028-03-31' })
  expect(rangesOn('2028-01-15')).toMatchObject({ 'This month': '2028-01-01 2028-01-31', 'Last month': '2027-12-01 2027-12-31' })
  expect(rangesOn('2026-12-31')).toMatchObject({ 'This month': '2026-12-01 2026-12-31', 'This quarter': '2026-10-01 2026-12-31' })
})

test('they are called by their names', () => {
  expect(namesOn('2026-02-10')).toEqual([
    ...['All dates', 'February 2026', 'January 2026', 'Q1 2026', 'Q4 2025', '2026', '2025', 'Last 30 days', 'Last 90 days'],
  ])
})

test('a range is found by its period, or is custom', () => {
  expect(findPeriod(day('2026-03-31'), { from: '2026-02-01', to: '2026-02-28' })).toBe('Last month')
  expect(findPeriod(day('2026-03-31'), {})).toBe('All dates')
  expect(findPeriod(day('2026-03-31'), { from: '2026-02-01' })).toBeUndefined()
})
