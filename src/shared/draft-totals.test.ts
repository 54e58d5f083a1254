import { describe, expect, test } from 'vitest'
import { noTaxRates } from './content-totals.ts'
import {
  computedTax,
  type DocumentDraft,
  draftTotals,
  emptyLine,
  findDraftProblem,
  formatDiscount,
  lineTotal,
  parseDiscount,
} from './draft-totals.ts'

const draft = (values: Partial<DocumentDraft>): DocumentDraft => ({
  ...{ taxRate: '0', taxAmount: '', pricesIncludeTax: false, discount: '', lineItems: [] },
  ...values,
})
const line = (quantity: string, unitPrice: string) => ({ ...emptyLine, quantity, unitPrice })

describe('lineTotal', () => {
  test.each([
    ['1', '', null],
    ['', '5', null],
    ['-1', '5', null],
    ['1', '1e3', null],
    ['1.005', '5', 503],
    ['0.0000001', '5', null],
    ['1', '0.0005', 0],
    ['3', '0.125', 38],
    [' 2 ', ' 10.50 ', 2100],
    ['0.1', '0.2', 2],
    ['1.5', '0.01', 2],
    ['1', '99999999.99', 9_999_999_999],
    ['2', '99999999.99', null],
    ['1.01', '99009900.98', 9_999_999_999],
    ['1.01', '99009900.99', null],
    ['99999999.99', '99999999.99', null],
    ['1', '9999999999999', null],
  ])('%s x %s', (quantity, unitPrice, total) => expect(lineTotal({ ...emptyLine, quantity, unitPrice })).toBe(total))
})

describe('draftTotals', () => {
  test('adds the rounded lines and the displayed tax', () => {
    const totals = draftTotals(
      draft({ lineItems: [line('0.5', '0.01'), line('0.5', '0.01'), line('3', '33.33')], taxAmount: '8.25' }),
      noTaxRates,
    )
    expect(totals).toMatchObject({ lines: [1, 1, 9999], subtotal: 10_001, taxAmount: 825, total: 10_826 })
  })

  test('a line without a valid amount keeps its place and counts as zero', () => {
    const totals = draftTotals(draft({ lineItems: [line('1', 'x'), line('1', '5')], taxAmount: '' }), noTaxRates)
    expect(totals).toMatchObject({ lines: [null, 500], subtotal: 500, taxAmount: 0, total: 500 })
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
  ])('%s%% of 100.00 is %s', (taxRate, tax) =>
    expect(computedTax(draft({ lineItems: [line('4', '25')], taxRate, taxAmount: '777' }), noTaxRates)).toBe(tax),
  )
})

describe('a typed discount', () => {
  test.each([
    ['', { discountPercent: null, discountAmount: null }],
    ['10%', { discountPercent: '10', discountAmount: null }],
    [' 9.9750 % ', { discountPercent: '9.975', discountAmount: null }],
    ['12.5', { discountPercent: null, discountAmount: 1250 }],
    ['0', { discountPercent: null, discountAmount: null }],
    ['0%', { discountPercent: null, discountAmount: null }],
    ['101%', null],
    ['-1', null],
    ['ten', null],
    ['%', null],
  ])('%j', (text, expected) => expect(parseDiscount(text)).toEqual(expected))

  test('is shown as it was typed', () => {
    expect([formatDiscount('10', '5.00'), formatDiscount(null, '12.50'), formatDiscount(null, '0.00')]).toEqual(['10%', '12.50', ''])
  })

  test('of a line and of the document lower the total; with tax in the prices the tax is inside', () => {
    const lines = [{ ...line('3', '19.99'), discount: '10%' }, line('1', '10')]
    const totals = draftTotals(
      draft({ lineItems: lines, discount: '5', taxRate: '19', pricesIncludeTax: true, taxAmount: '9.41' }),
      noTaxRates,
    )
    expect(totals).toMatchObject({
      lines: [5397, 1000],
      subtotal: 6397,
      discount: 500,
      netAmount: 4955,
      taxAmount: 941,
      rounding: 1,
      total: 5897,
    })
  })
})

test.each([
  [
    'a discount of a line',
    { lineItems: [line('1', ''), { ...line('2', '5'), discount: '10.01' }] },
    'lineItems.1.discount',
    /^The discount must/,
  ],
  ['one of all items', { lineItems: [line('2', '5'), line('1', '')], discount: '10.01' }, 'discount', /\$10\.00, the sum of the items$/],
  ['a tax above the total', { lineItems: [line('1', '5')], taxAmount: '5.01', pricesIncludeTax: true }, 'taxAmount', /less than the total/],
] as const)('%s is reported at its field', (_, values, path, message) =>
  expect(findDraftProblem(draft({ ...values, lineItems: [...values.lineItems] }), noTaxRates)).toEqual({
    path,
    message: expect.stringMatching(message),
  }),
)

test.each([
  ['a discount before the first price', { lineItems: [line('1', '')], discount: '5' }],
  ['a rate of the document that the lines’ rates replace', { lineItems: [{ ...line('1', '5'), taxRateId: 1 }], taxRate: '8.25' }],
])('%s is no problem', (_, values) => expect(findDraftProblem(draft(values), noTaxRates)).toBeNull())
