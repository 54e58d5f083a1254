import { describe, expect, test } from 'vitest'
import { formatChange, formatInvoiceCount } from './captions.ts'
import { cents, toAmount } from './money.ts'

describe('changeCaption', () => {
  const caption = (now: number, before: number) => formatChange(toAmount(now), toAmount(before))

  test('shows by how much the amount grew or shrank', () => {
    expect(caption(112_500, 100_000)).toBe('+12.5% from last month')
    expect(caption(94_800, 100_000)).toBe('-5.2% from last month')
    expect(caption(0, 100)).toBe('-100.0% from last month')
    expect(caption(20_000_000, 100)).toBe('+19,999,900.0% from last month')
  })

  test('rounds half away from zero, both ways', () => {
    expect(caption(10_005, 10_000)).toBe('+0.1% from last month')
    expect(caption(9_995, 10_000)).toBe('-0.1% from last month')
    expect(caption(10_004, 10_000)).toBe('0.0% from last month')
    expect(caption(9_996, 10_000)).toBe('0.0% from last month')
  })

  test('stays exact where a float would not', () => {
    expect(caption(9_007_199_254_740_991, 9_007_199_254_740_990)).toBe('0.0% from last month')
    expect(caption(100_035, 100_000)).toBe('0.0% from last month')
    expect(caption(100_050, 100_000)).toBe('+0.1% from last month')
  })

  test('says that there is nothing to compare with', () => {
    expect(caption(500, 0)).toBe('No data last month')
    expect(formatChange(cents(0), cents(0), 'period')).toBe('No data last period')
  })

  test('an increase from a negative amount is an increase', () => {
    expect(caption(50, -100)).toBe('+150.0% from last month')
    expect(formatChange(cents(110), cents(100), 'period')).toBe('+10.0% from last period')
  })
})

test('invoicesCaption counts one and many', () => {
  expect(formatInvoiceCount(0, 'pending payment')).toBe('0 invoices pending payment')
  expect(formatInvoiceCount(1, 'this month')).toBe('1 invoice this month')
  expect(formatInvoiceCount(1234, 'paid')).toBe('1,234 invoices paid')
})
