import { expect, test } from 'vitest'
import { formatRelativeTime } from './payments-check.tsx'

const now = Date.parse('2026-01-05T12:00:00Z')

test.each([
  ['2026-01-05T12:00:00Z', 'just now'],
  ['2026-01-05T11:59:00.001Z', 'just now'],
  ['2026-01-05T12:00:30Z', 'just now'],
  ['2026-01-05T11:59:00Z', '1 min ago'],
  ['2026-01-05T11:57:00Z', '3 min ago'],
  ['2026-01-05T11:00:01Z', '59 min ago'],
  ['2026-01-05T11:00:00Z', '1 h ago'],
  ['2026-01-04T12:00:01Z', '23 h ago'],
])('%s is %s', (instant, words) => {
  expect(formatRelativeTime(instant, now)).toBe(words)
})

test('after a day the date is shown', () => {
  expect(formatRelativeTime('2026-01-04T12:00:00Z', now)).toMatch(/^Jan 04, 2026, /)
})
