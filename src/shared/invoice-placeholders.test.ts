import { expect, test } from 'vitest'
import { day } from './dates.ts'
import { fillPlaceholder, fillPlaceholders, placeholderNames } from './invoice-placeholders.ts'

const facts = { day: day('2026-01-31'), nextDay: day('2026-02-28'), dueDate: day('2026-02-14'), language: 'en' as const }

test('each placeholder becomes a text of the invoice, in its language; other braces stay', () => {
  expect(placeholderNames.map((name) => fillPlaceholder(name, facts))).toEqual([
    ...['January 2026', 'January 31, 2026 – February 27, 2026', 'January 31, 2026', '2026', 'February 14, 2026'],
  ])
  expect(fillPlaceholders('Hosting {month}, {due date} {constructor} {Month} {}', { ...facts, language: 'de' })).toBe(
    'Hosting Januar 2026, 14. Februar 2026 {constructor} {Month} {}',
  )
  // The last invoice, and one of each day.
  for (const nextDay of [null, day('2026-02-01')]) expect(fillPlaceholder('period', { ...facts, nextDay })).toBe('January 31, 2026')
})
