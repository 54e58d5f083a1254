import { expect, test } from 'vitest'
import { day } from '#shared/dates.ts'
import { allTime } from '#shared/periods.ts'
import { getFigurePeriod, getFigureTitle, parseFigure, serializeFigure } from './figure-labels.ts'

const march = { from: day('2026-03-01'), to: day('2026-03-31') }

test('a figure survives the round trip through the URL', () => {
  for (const figure of [
    { of: 'received' as const, ...march },
    { of: 'expenses' as const, ...march, category: 'Meals & Entertainment' },
    { of: 'receivable' as const, ...march, bucket: 'days31' as const },
  ])
    expect(parseFigure(serializeFigure(figure))).toEqual(figure)
  const ofTax = serializeFigure({ of: 'taxBase', ...march, basis: 'cash', taxRateId: 7, taxComponent: 2 })
  expect(ofTax).toContain('taxRateId=7&taxComponent=2')
  expect(serializeFigure(parseFigure(ofTax)!)).toBe(ofTax)
  for (const text of [null, '', 'of=nothing&from=2026-03-01&to=2026-03-31', 'of=received&from=2026-02-30&to=2026-03-31'])
    expect(parseFigure(text)).toBeUndefined()
})

test('the title names the figure and its period', () => {
  expect(getFigureTitle({ of: 'expenses', ...march, category: 'Travel' })).toBe('Expenses, Travel')
  expect(getFigureTitle({ of: 'tax', ...march, rate: '8.250' })).toBe('Sales tax, at 8.25%')
  expect(getFigureTitle({ of: 'receivable', ...march, bucket: 'days91' })).toBe('Outstanding, 90+ days')
  expect(getFigurePeriod({ of: 'sales', ...march, basis: 'cash' })).toBe('Mar 01, 2026 to Mar 31, 2026, cash basis')
  expect(getFigurePeriod({ of: 'receivable', ...march })).toBe('As of Mar 31, 2026')
  expect(getFigurePeriod({ of: 'receivable', ...allTime })).toBe('All, as of now')
  expect(getFigurePeriod({ of: 'received', ...allTime })).toBe('All time')
  expect(getFigurePeriod({ of: 'received', from: march.from, to: march.from })).toBe('Mar 01, 2026')
})
