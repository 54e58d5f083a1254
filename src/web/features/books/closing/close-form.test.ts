import { expect, test } from 'vitest'
import { day } from '#shared/dates.ts'
import { listMonthEnds } from './close-form.tsx'

test('the last ended month comes first, and the end of the year is named', () => {
  const ends = listMonthEnds(day('2026-03-15'), null)
  expect(ends).toHaveLength(24)
  expect(ends.slice(0, 4)).toEqual([
    { day: '2026-02-28', label: 'February 2026' },
    { day: '2026-01-31', label: 'January 2026' },
    { day: '2025-12-31', label: 'December 2025 (end of year)' },
    { day: '2025-11-30', label: 'November 2025' },
  ])
})

test('a month ends on its last day: today, the last of March, is still in it', () => {
  expect(listMonthEnds(day('2026-03-31'), null)[0]!.day).toBe('2026-02-28')
  expect(listMonthEnds(day('2026-04-01'), null)[0]!.day).toBe('2026-03-31')
})

test('closed months are not offered', () => {
  expect(listMonthEnds(day('2026-03-15'), '2025-12-31').map((end) => end.day)).toEqual(['2026-02-28', '2026-01-31'])
  expect(listMonthEnds(day('2026-03-15'), '2026-02-28')).toEqual([])
})
