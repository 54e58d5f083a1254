import { expect, test } from 'vitest'
import { day } from '#shared/dates.ts'
import { rangePresets } from './range-dialog.tsx'

const of = (today: string) => Object.fromEntries(rangePresets(day(today)).map(({ label, range }) => [label, `${range.from} ${range.to}`]))

test('months, quarters and years are complete, also at the turn of the year and in February', () => {
  expect(of('2026-02-10')).toEqual({
    'This month': '2026-02-01 2026-02-28',
    'Last month': '2026-01-01 2026-01-31',
    'This quarter': '2026-01-01 2026-03-31',
    'Last quarter': '2025-10-01 2025-12-31',
    'This year': '2026-01-01 2026-12-31',
    'Last year': '2025-01-01 2025-12-31',
    'All time': '1900-01-01 9999-12-31',
  })
  expect(of('2028-03-31')).toMatchObject({ 'Last month': '2028-02-01 2028-02-29', 'This quarter': '2028-01-01 2028-03-31' })
  expect(of('2026-12-31')).toMatchObject({ 'This month': '2026-12-01 2026-12-31', 'This quarter': '2026-10-01 2026-12-31' })
})
