import { expect, test } from 'vitest'
import { day } from '#shared/dates.ts'
import { formatDueDate } from './attention-card.tsx'

test('formats the distance to a due date', () => {
  const today = day('2026-03-01')
  const words = ['2021-03-01', '2026-02-28', '2026-03-01', '2026-03-02', '2026-03-08', '2026-12-31'].map((due) => formatDueDate(due, today))
  expect(words).toEqual(['1,826 days late', '1 day late', 'due today', 'due tomorrow', 'due in 7 days', 'due Dec 31, 2026'])
  expect(formatDueDate('2026-03-03', today, 'expires')).toBe('expires in 2 days')
})
