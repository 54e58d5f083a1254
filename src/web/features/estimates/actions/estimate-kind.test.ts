import { expect, test } from 'vitest'
import type { ListedEstimateWire } from '#shared/contract/estimates.ts'
import { estimates } from './estimate-kind.ts'

const estimate = (total: string, company: string | null = null) =>
  ({
    total,
    homeTotal: total,
    estimateNumber: 'EST-1',
    customer: { name: 'Żaneta', company, email: 'not@searched.example' },
  }) as ListedEstimateWire

test('the summary of a fully loaded list adds up all estimates exactly', () => {
  expect(estimates.source.summarize([estimate('10.10'), estimate('0.20'), estimate('99999999.99')], 'USD')).toEqual({
    count: 3,
    total: '100000010.29',
    withoutRate: 0,
  })
  expect(estimates.source.summarize([], 'USD')).toEqual({ count: 0, total: '0.00', withoutRate: 0 })
})

test('the search covers number, customer and company only', () =>
  expect(estimates.source.searchIn(estimate('1.00', 'Studio Ż'))).toEqual(['EST-1', 'Żaneta', 'Studio Ż']))

test("the URL's status is one of the five that the filter offers", () => {
  expect(estimates.statuses.map(([, words]) => words)).toEqual(['All Statuses', 'Draft', 'Sent', 'Accepted', 'Rejected', 'Expired'])
  expect([...estimates.statuses.map(([value]) => value), 'paid', 'all'].map(estimates.filters.status)).toEqual([
    false,
    ...Array(5).fill(true),
    false,
    false,
  ])
})
