import { expect, test } from 'vitest'
import { day } from '#shared/dates.ts'
import { everything } from '#shared/periods.ts'
import { figureDays, figureFrom, figureText, figureTitle } from './figure-words.ts'

const march = { from: day('2026-03-01'), to: day('2026-03-31') }

test('a figure comes back from the address as it went there', () => {
  for (const figure of [
    { of: 'received' as const, ...march },
    { of: 'expenses' as const, ...march, category: 'Meals & Entertainment' },
    { of: 'receivable' as const, ...march, bucket: 'days31' as const },
  ])
    expect(figureFrom(figureText(figure))).toEqual(figure)
  for (const text of [null, '', 'of=nothing&from=2026-03-01&to=2026-03-31', 'of=received&from=2026-02-30&to=2026-03-31'])
    expect(figureFrom(text)).toBeUndefined()
})

test('it is called by what it is the sum of, and by its days', () => {
  expect(figureTitle({ of: 'expenses', ...march, category: 'Travel' })).toBe('Expenses, Travel')
  expect(figureTitle({ of: 'tax', ...march, rate: '8.250' })).toBe('Sales tax, at 8.25%')
  expect(figureTitle({ of: 'receivable', ...march, bucket: 'days91' })).toBe('Outstanding, 90+ days')
  expect(figureDays({ of: 'sales', ...march, basis: 'cash' })).toBe('Mar 01, 2026 to Mar 31, 2026, cash basis')
  expect(figureDays({ of: 'receivable', ...march })).toBe('As of Mar 31, 2026')
  expect(figureDays({ of: 'receivable', ...everything })).toBe('All of them, as they stand now')
  expect(figureDays({ of: 'received', ...everything })).toBe('All time')
  expect(figureDays({ of: 'received', from: march.from, to: march.from })).toBe('Mar 01, 2026')
})
