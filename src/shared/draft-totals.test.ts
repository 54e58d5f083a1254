import { describe, expect, test } from 'vitest'
import { computedTax, draftTotals, emptyLine, lineTotal } from './draft-totals.ts'

const line = (quantity: string, unitPrice: string) => ({ ...emptyLine, quantity, unitPrice })

describe('lineTotal', () => {
  test.each([
    ['1', '', null],
    ['', '5', null],
    ['-1', '5', null],
    ['1', '1e3', null],
    ['1.005', '5', null],
    [' 2 ', ' 10.50 ', 2100],
    ['0.1', '0.2', 2],
    ['1.5', '0.01', 2],
    ['1', '99999999.99', 9_999_999_999],
    ['2', '99999999.99', null],
    ['1.01', '99009900.98', 9_999_999_999],
    ['1.01', '99009900.99', null],
    ['99999999.99', '99999999.99', null],
    ['1', '9999999999999', null],
  ])('%s x %s', (quantity, unitPrice, total) => expect(lineTotal({ quantity, unitPrice })).toBe(total))
})

describe('draftTotals', () => {
  test('adds the rounded lines and the displayed tax', () => {
    const totals = draftTotals({ lineItems: [line('0.5', '0.01'), line('0.5', '0.01'), line('3', '33.33')], taxAmount: '8.25' })
    expect(totals).toEqual({ lines: [1, 1, 9999], subtotal: 10_001, tax: 825, total: 10_826 })
  })

  test('a line without a valid amount keeps its place and counts as zero', () => {
    const totals = draftTotals({ lineItems: [line('1', 'x'), line('1', '5')], taxAmount: '' })
    expect(totals).toEqual({ lines: [null, 500], subtotal: 500, tax: 0, total: 500 })
  })
})

describe('computedTax', () => {
  test.each([
    ['8.25', '8.25'],
    ['0', '0.00'],
    ['', '0.00'],
    ['8.', '8.00'],
    ['100.01', '0.00'],
    ['x', '0.00'],
  ])('%s%% of 100.00 is %s', (taxRate, tax) => expect(computedTax({ lineItems: [line('4', '25')], taxRate, taxAmount: '777' })).toBe(tax))
})
