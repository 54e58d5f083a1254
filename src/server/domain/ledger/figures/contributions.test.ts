import { expect, test } from 'vitest'
import { figureQuery, reportQuery } from '#shared/contract/reports.ts'
import { day } from '#shared/dates.ts'
import { combinationNames, figureNames, reportTypes } from '#shared/reports.ts'
import { selectContributions } from './contributions.ts'
import { getParts } from './drill-down.ts'

// A call is refused when it carries a filter that would change nothing.

const range = { from: day('2026-01-01'), to: day('2026-01-31') }
const filters = {
  basis: 'cash',
  customerId: 7,
  category: 'Travel',
  rate: '8.25',
  taxRateId: 3,
  taxComponent: 2,
  status: 'sent',
  bucket: 'days31',
  currency: 'EUR',
} as const
const figures = [...figureNames, ...combinationNames]

const isTaken = (of: (typeof figures)[number], filter: object) => figureQuery.safeParse({ of, ...range, ...filter }).success
const select = (of: (typeof figures)[number], filter: object) =>
  getParts(of).map(([name]) => JSON.stringify(selectContributions(1, { of: name, ...range, ...filter }, range.to)))

test.each(Object.entries(filters))('%s is taken by the figures that it filters, and refused by name for all others', (name, value) => {
  const filter = { [name]: value }
  const [taken, refused] = [figures.filter((of) => isTaken(of, filter)), figures.filter((of) => !isTaken(of, filter))]
  const hasEffect = (of: (typeof figures)[number]) => {
    const plain = select(of, {})
    return select(of, filter).map((text, i) => text !== plain[i])
  }
  expect(taken.filter((of) => !hasEffect(of).includes(true))).toEqual([])
  // One of which only some parts were filtered would not be a sum of what was asked for.
  expect(refused.filter((of) => !hasEffect(of).includes(false))).toEqual(name === 'currency' ? refused : [])
  if (refused.length === 0) return
  const { error } = figureQuery.safeParse({ of: refused[0], ...range, ...filter })
  expect(error?.issues.map(({ path, message }) => [path.join(), message])).toEqual([[name, `${name} goes with ${taken.join(', ')} only`]])
})

test('a report refuses a customer that it does not filter by, and a basis that it does not have', () => {
  const refusals = reportTypes.map((type) => {
    const { error } = reportQuery.safeParse({ type, ...range, customerId: '7', basis: 'cash' })
    return [type, error?.issues.map(({ path }) => path.join()) ?? []]
  })
  expect(Object.fromEntries(refusals)).toEqual({
    revenue: ['customerId', 'basis'],
    expenses: ['customerId', 'basis'],
    customer: ['customerId', 'basis'],
    invoice: ['customerId', 'basis'],
    receivables: ['customerId', 'basis'],
    'profit-loss': ['customerId'],
    'sales-tax': ['customerId'],
    statement: ['basis'],
  })
  expect(reportQuery.safeParse({ type: 'receivables', ...range, customerId: '7' }).error?.issues[0]?.message).toBe(
    'customerId goes with the type statement only: other reports cover all customers',
  )
})
