import { expect, test } from 'vitest'
import { day } from '#shared/dates.ts'
import { cents as amountOf, type Sum, toSum } from '#shared/money.ts'
import { compareFigures, figureLabels, getComparedPeriods, getPeriodEnds } from './compared-figures.ts'
import { deriveDashboardFigures } from './shown-figures.ts'

const cents = (hundredths: number) => toSum(amountOf(hundredths))
const parts = getComparedPeriods(day('2026-06-15'))
const journal = () => {
  const figures = new Map<string, Sum>()
  for (const [i, part] of parts.entries())
    for (const name of ['Money received', 'Expenses']) figures.set(figureLabels.flow(name, part), cents(100 + i))
  for (const end of getPeriodEnds(parts))
    for (const bucket of ['current', 'days1', 'days31', 'days61', 'days91'] as const)
      figures.set(figureLabels.receivable(end, bucket), cents(7))
  return figures
}

test('a figure of a report or the dashboard that differs from the journal is named with both amounts', () => {
  const reported = new Map(journal())
    .set('Money received of Mar 2026', cents(12_345))
    .set('Receivables on May 31, 2026, 1-30 days', cents(0))
  expect(compareFigures(reported, journal(), '/reports')).toEqual({
    looked: 93,
    wrong: 2,
    findings: [
      { row: 'Money received of Mar 2026', problem: 'It says 123.45, but the journal comes to 1.09.', path: '/reports' },
      { row: 'Receivables on May 31, 2026, 1-30 days', problem: 'It says 0.00, but the journal comes to 0.07.', path: '/reports' },
    ],
  })
  const dashboard = new Map(deriveDashboardFigures(journal(), parts)).set('Outstanding on the dashboard', cents(34))
  expect(compareFigures(dashboard, deriveDashboardFigures(journal(), parts), '/')).toEqual({
    looked: 28,
    wrong: 1,
    findings: [{ row: 'Outstanding on the dashboard', problem: 'It says 0.34, but the journal comes to 0.35.', path: '/' }],
  })
})

test('a figure that only one side has is a finding too', () => {
  const [known, unknown] = [new Map([['A', cents(1)]]), new Map<string, Sum>()]
  expect(compareFigures(known, unknown, '/').findings).toEqual([
    { row: 'A', problem: 'It says 0.01, but the journal comes to nothing.', path: '/' },
  ])
})
