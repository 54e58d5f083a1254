import { expect, test } from 'vitest'
import { day } from '#shared/dates.ts'
import { isRangeReversed, parseReportParams, toReportQuery } from './report-params.ts'

const today = day('2026-03-15')
const at = (search: string) => parseReportParams(new URLSearchParams(search), today)

test('the default is revenue of the last 30 days', () => {
  expect(at('')).toEqual({
    type: 'revenue',
    days: 30,
    range: { from: '2026-02-14', to: '2026-03-15' },
    basis: 'accrual',
    customerId: null,
  })
})

test('invalid parameters fall back to the defaults', () => {
  expect(at('type=nope&period=31&basis=x&customer=1e3&from=2026-02-30&to=2026-03-01')).toEqual(at(''))
  expect(at('from=2026-01-01')).toEqual(at(''))
})

test('a custom range overrides the period; a reversed one requests nothing', () => {
  expect(at('period=7&from=2025-12-01&to=2026-01-31')).toMatchObject({ days: undefined, range: { from: '2025-12-01', to: '2026-01-31' } })
  const backwards = at('from=2026-02-01&to=2026-01-31')
  expect([isRangeReversed(backwards), toReportQuery(backwards)]).toEqual([true, undefined])
  expect(isRangeReversed(at('from=2026-02-01&to=2026-02-01'))).toBe(false)
})

test('balances due are as of today when all time is requested', () => {
  const all = 'from=1900-01-01&to=9999-12-31'
  for (const type of ['receivables', 'statement']) expect(at(`${all}&type=${type}`).range.to).toBe(today)
  expect(at(`${all}&type=invoice`).range.to).toBe('9999-12-31')
  expect(at('from=2026-01-01&to=9999-12-31&type=receivables').range.to).toBe('9999-12-31')
})

test('a statement requests nothing without a customer; only reports with a basis send one', () => {
  expect(toReportQuery(at('type=statement'))).toBeUndefined()
  expect(toReportQuery(at('type=statement&customer=7&basis=cash'))).toEqual({
    type: 'statement',
    from: '2026-02-14',
    to: '2026-03-15',
    customerId: 7,
  })
  expect(toReportQuery(at('type=profit-loss&basis=cash&customer=7'))).toMatchObject({ type: 'profit-loss', basis: 'cash' })
  expect(toReportQuery(at('type=revenue&basis=cash&customer=7'))).toEqual({ type: 'revenue', from: '2026-02-14', to: '2026-03-15' })
})
