import { expect, test } from 'vitest'
import { cents } from '#shared/money.ts'
import { listPlannedDays } from '#web/documents/form/form-draft.ts'
import { describeParts } from './payment-plan.tsx'

test('the instalments of a new invoice: the first is due with it, the others by week or month', () => {
  const plan = { plan: 'schedule', parts: '3', partsEvery: 'month', endDate: '2026-01-31' } as const
  expect(listPlannedDays(plan)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31'])
  expect(listPlannedDays({ ...plan, parts: '2', partsEvery: 'week' })).toEqual(['2026-01-31', '2026-02-07'])
  for (const other of [{ plan: 'once' }, { plan: 'deposit' }, { endDate: 'soon' }, { plan: undefined }] as const)
    expect(listPlannedDays({ ...plan, ...other } as never)).toEqual([])
})

test.each([
  [cents(1000_00), 4, '4 × $250.00'],
  [cents(1000_00), 3, '$333.34, then 2 × $333.33'],
  [cents(11), 4, '3 × $0.03, then $0.02'],
])('equal parts of an amount are said in a line', (total, count, words) => expect(describeParts(total, count, 'USD')).toBe(words))
