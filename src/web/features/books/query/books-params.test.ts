import { expect, test } from 'vitest'
import { day } from '#shared/dates.ts'
import { isRangeReversed, ledgerPath, parseBooksParams } from './books-params.ts'

const today = day('2026-03-15')
const at = (search: string) => parseBooksParams(new URLSearchParams(search), today)

test('the default is the whole journal on the accrual basis, and balances of today', () => {
  expect(at('')).toEqual({
    basis: 'accrual',
    from: '',
    to: '',
    day: today,
    kind: '',
    account: undefined,
    search: '',
    entry: undefined,
    open: false,
  })
})

test('a URL names all filters', () => {
  expect(at('basis=cash&from=2026-01-01&to=2026-01-31&day=2026-02-28&kind=payment&account=1200&search=Acme&entry=12&open=new')).toEqual({
    basis: 'cash',
    from: '2026-01-01',
    to: '2026-01-31',
    day: '2026-02-28',
    kind: 'payment',
    account: 1200,
    search: 'Acme',
    entry: 12,
    open: true,
  })
})

test('invalid parameters fall back to the defaults', () => {
  expect(at('basis=x&from=2026-02-30&to=tomorrow&day=1&kind=gift&account=1&entry=0')).toEqual(at(''))
  expect(at('account=1e3&entry=1.5&day=')).toEqual(at(''))
})

test('a range is reversed only when both days are given', () => {
  expect(isRangeReversed(at('from=2026-02-01&to=2026-01-31'))).toBe(true)
  for (const search of ['from=2026-02-01', 'to=2026-02-01', 'from=2026-02-01&to=2026-02-01'])
    expect(isRangeReversed(at(search))).toBe(false)
})

test("the path of a ledger carries the basis and the last day, where they aren't the default", () => {
  expect(ledgerPath(1200, { basis: 'accrual' })).toBe('/books/accounts/1200')
  expect(ledgerPath(1200, { basis: 'cash', to: '2026-03-31' })).toBe('/books/accounts/1200?basis=cash&to=2026-03-31')
})
