import { expect, test } from 'vitest'
import { day } from '#shared/dates.ts'
import { describeDue, formatDueDate } from './due.ts'

test.each([
  ['overdue', '2026-11-22', '1 day late'],
  ['overdue', '2026-10-18', '36 days late'],
  ['overdue', '2023-01-01', '1,422 days late'],
  // The day has changed since the list was loaded.
  ['sent', '2026-11-22', '1 day late'],
  ['sent', '2026-11-23', 'due today'],
  ['sent', '2026-11-24', 'due tomorrow'],
  ['sent', '2026-11-28', 'due in 5 days'],
  ['sent', '2027-01-22', 'due in 60 days'],
  ['sent', '2027-01-23', 'due Jan 23, 2027'],
  ['draft', '2026-11-22', undefined],
  ['paid', '2026-11-22', undefined],
] as const)('a %s invoice with the due date %s: %s', (status, dueDate, text) =>
  expect(describeDue({ status, dueDate }, day('2026-11-23'))).toBe(text),
)

test('formats the distance to a due date', () => {
  const today = day('2026-03-01')
  const words = ['2021-03-01', '2026-02-28', '2026-03-01', '2026-03-02', '2026-03-08', '2026-12-31'].map((due) => formatDueDate(due, today))
  expect(words).toEqual(['1,826 days late', '1 day late', 'due today', 'due tomorrow', 'due in 7 days', 'due Dec 31, 2026'])
  expect(formatDueDate('2026-03-03', today, 'expires')).toBe('expires in 2 days')
})
