import { expect, test } from 'vitest'
import { day } from '#shared/dates.ts'
import { understand } from './understand.ts'

const today = day('2026-11-29')

test.each([
  ['march 2026', '2026-03-01 2026-03-31'],
  ['2026 March', '2026-03-01 2026-03-31'],
  ['march', '2026-03-01 2026-03-31'],
  ['December', '2025-12-01 2025-12-31'],
  ['november', '2026-11-01 2026-11-30'],
  ['last november', '2025-11-01 2025-11-30'],
  ['last march', '2026-03-01 2026-03-31'],
  ['feb 2024', '2024-02-01 2024-02-29'],
  ['sept 2026', '2026-09-01 2026-09-30'],
  ['Mar 05, 2026', '2026-03-05 2026-03-05'],
  ['5 march', '2026-03-05 2026-03-05'],
  ['2026-03', '2026-03-01 2026-03-31'],
  ['3/2026', '2026-03-01 2026-03-31'],
  ['2026-03-05', '2026-03-05 2026-03-05'],
  ['Q3', '2026-07-01 2026-09-30'],
  ['q1 2025', '2025-01-01 2025-03-31'],
  ['2025-Q4', '2025-10-01 2025-12-31'],
  ['2025', '2025-01-01 2025-12-31'],
  ['this quarter', '2026-10-01 2026-12-31'],
  ['last quarter', '2026-07-01 2026-09-30'],
  ['last year', '2025-01-01 2025-12-31'],
  ['last month', '2026-10-01 2026-10-31'],
  ['yesterday', '2026-11-28 2026-11-28'],
  ['jan novak march 2026', '2026-03-01 2026-03-31'],
])('%s is understood as a period', (text, range) => {
  const read = understand(text, today)!
  expect(`${read.range.from} ${read.range.to}`).toBe(range)
  expect(read.words.join(' ')).toBe(text.startsWith('jan') ? 'jan novak' : '')
})

test.each(['', 'jan', 'acme bakery', 'INV-2026-0042', 'marches', '2026-13', '1234', 'q5', 'more than words'])(
  '%j is understood as words alone',
  (text) => expect(understand(text, today)).toBe(null),
)

test('statuses, amounts, kinds and words are told apart', () => {
  expect(understand('Unpaid invoices of Acme from Q2 2026 over $1,000.50', today)).toMatchObject({
    ...{ statuses: ['sent', 'overdue'], least: '1000.50', most: null, kinds: ['invoice'], words: ['acme'] },
  })
  expect(understand('credit notes below 20', today)).toMatchObject({ statuses: [], most: '20.00', kinds: ['credit-note'], words: [] })
  expect(understand('accepted', today)).toMatchObject({ statuses: ['accepted'], kinds: expect.arrayContaining(['estimate']) })
})
