import { describe, expect, test } from 'vitest'
import { noTaxRates, type TaxRates } from './content-totals.ts'
import {
  computedTax,
  type DocumentDraft,
  draftTotals,
  emptyLine,
  findDraftProblem,
  formatDiscount,
  lineTotal,
  listSavedLines,
  parseDiscount,
} from './draft-totals.ts'
import { cents } from './money.ts'

const draft = (values: Partial<DocumentDraft>): DocumentDraft => ({
  ...{ taxRate: '0', taxAmount: '', pricesIncludeTax: false, discount: '', lineItems: [] },
  ...values,
})
const line = (quantity: string, unitPrice: string) => ({ ...emptyLine, quantity, unitPrice })

describe('lineTotal', () => {
  test.each([
    ['1', '', null],
    ['', '5', null],
    ['-1', '5', cents(-500)],
    ['-2', '99999999.99', null],
    ['1', '-5', null],
    ['1', '1e3', null],
    ['1.005', '5', cents(503)],
    ['0.0000001', '5', null],
    ['1', '0.0005', 0],
    ['3', '0.125', cents(38)],
    [' 2 ', ' 10.50 ', cents(2100)],
    ['0.1', '0.2', cents(2)],
    ['1.5', '0.01', cents(2)],
    ['1', '99999999.99', cents(9_999_999_999)],
    ['2', '99999999.99', null],
    ['1.01', '99009900.98', cents(9_999_999_999)],
    ['1.01', '99009900.99', null],
    ['99999999.99', '99999999.99', null],
    ['1', '9999999999999', null],
  ])('%s x %s', (quantity, unitPrice, total) => expect(lineTotal({ ...emptyLine, quantity, unitPrice }, 'USD')).toBe(total))
})

describe('draftTotals', () => {
  test('adds the rounded lines and the displayed tax', () => {
    const totals = draftTotals(
      draft({ lineItems: [line('0.5', '0.01'), line('0.5', '0.01'), line('3', '33.33')], taxAmount: '8.25' }),
      'USD',
      noTaxRates,
    )
    expect(totals).toMatchObject({
      lines: [cents(1), cents(1), cents(9999)],
      subtotal: cents(10_001),
      taxAmount: cents(825),
      total: cents(10_826),
    })
  })

  test('gives the discount of each line as an amount', () => {
    const lineItems = [{ ...line('2', '150.25'), discount: '10%' }, line('1', 'x'), { ...line('1', '5'), discount: '1.50' }]
    expect(draftTotals(draft({ lineItems, taxAmount: '' }), 'USD', noTaxRates)).toMatchObject({
      lines: [cents(27_045), null, cents(350)],
      lineDiscounts: [cents(3_005), cents(0), cents(150)],
    })
  })

  test('a line without a valid amount keeps its place and counts as zero', () => {
    const totals = draftTotals(draft({ lineItems: [line('1', 'x'), line('1', '5')], taxAmount: '' }), 'USD', noTaxRates)
    expect(totals).toMatchObject({ lines: [null, cents(500)], subtotal: cents(500), taxAmount: 0, total: cents(500) })
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
    expect(computedTax(draft({ lineItems: [line('4', '25')], taxRate, taxAmount: '777' }), 'USD', noTaxRates)).toBe(tax),
  )
})

describe('a typed discount', () => {
  test.each([
    ['', { discountPercent: null, discountAmount: null }],
    ['10%', { discountPercent: '10', discountAmount: null }],
    [' 9.9750 % ', { discountPercent: '9.975', discountAmount: null }],
    ['12.5', { discountPercent: null, discountAmount: cents(1250) }],
    ['0', { discountPercent: null, discountAmount: null }],
    ['0%', { discountPercent: null, discountAmount: null }],
    ['101%', null],
    ['-1', null],
    ['ten', null],
    ['%', null],
  ])('%j', (text, expected) => expect(parseDiscount(text, 'USD')).toEqual(expected))

  test('is shown as it was typed', () => {
    expect([formatDiscount('10', '5.00', 'USD'), formatDiscount(null, '12.50', 'USD'), formatDiscount(null, '0.00', 'USD')]).toEqual([
      '10%',
      '12.50',
      '',
    ])
    expect([formatDiscount(null, '500.00', 'JPY'), formatDiscount(null, '1.250', 'KWD')]).toEqual(['500', '1.250'])
  })

  test('of a line and of the document lower the total; with tax in the prices the tax is inside', () => {
    const lines = [{ ...line('3', '19.99'), discount: '10%' }, line('1', '10')]
    const totals = draftTotals(
      draft({ lineItems: lines, discount: '5', taxRate: '19', pricesIncludeTax: true, taxAmount: '9.41' }),
      'USD',
      noTaxRates,
    )
    expect(totals).toMatchObject({
      lines: [cents(5397), cents(1000)],
      subtotal: cents(6397),
      discount: cents(500),
      netAmount: cents(4955),
      taxAmount: cents(941),
      rounding: cents(1),
      total: cents(5897),
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
  expect(findDraftProblem(draft({ ...values, lineItems: [...values.lineItems] }), 'USD', noTaxRates)).toEqual({
    path,
    message: expect.stringMatching(message),
  }),
)

test('a problem names its amount in the currency of the document', () =>
  expect(findDraftProblem(draft({ lineItems: [line('2', '5')], discount: '10.01' }), 'EUR', noTaxRates)?.message).toContain('€10.00'))

test.each([
  ['a discount before the first price', { lineItems: [line('1', '')], discount: '5' }],
  ['a rate of the document that the lines’ rates replace', { lineItems: [{ ...line('1', '5'), taxRateId: 1 }], taxRate: '8.25' }],
])('%s is no problem', (_, values) => expect(findDraftProblem(draft(values), 'USD', noTaxRates)).toBeNull())

describe('a charge that is taxed like the items', () => {
  const addRate = (id: number, percent: string) =>
    [id, { id, category: null, exemptionReason: null, components: [{ name: 'VAT', percent, isCompound: false }] }] as const
  const rates: TaxRates = new Map([addRate(1, '19'), addRate(2, '7')])
  const shipping = { ...line('1', '4.90'), kind: 'charge' as const, description: 'Shipping', isTaxedLikeItems: true, id: 7 }
  const items = [
    { ...line('3', '19.99'), description: 'Chair', taxRateId: 1 },
    { ...line('2', '7.50'), description: 'Book', taxRateId: 2 },
  ]
  const saved = (values: Partial<DocumentDraft>) =>
    listSavedLines(draft(values), 'USD', rates).map(({ index, line: { id, taxRateId, quantity, unitPrice } }) => ({
      ...{ index, id, taxRateId, quantity, unitPrice },
    }))

  test('is saved as one for each of their rates, after the discount; only the first keeps the id', () =>
    expect(saved({ lineItems: [emptyLine, ...items, shipping], discount: '10%' }).slice(2)).toEqual([
      { index: 3, id: 7, taxRateId: 1, quantity: '1', unitPrice: '3.92' },
      { index: 3, id: null, taxRateId: 2, quantity: '1', unitPrice: '0.98' },
    ]))

  test('is one line of the form, and its tax is in the totals', () => {
    const typed = draft({ lineItems: [...items, shipping], discount: '10%', taxRate: '5' })
    const totals = draftTotals(typed, 'USD', rates)
    // (53.97 + 3.92) at 19% and (13.50 + 0.98) at 7%, each with its part of the discount.
    expect([totals.lines, totals.charges, totals.taxes.map(({ base }) => base)]).toEqual([
      [cents(5997), cents(1500), cents(490)],
      cents(490),
      [cents(5789), cents(1448)],
    ])
    expect(computedTax(typed, 'USD', rates)).toBe('12.01')
  })

  test.each([
    ['items with one rate', [items[0]!, shipping], 1],
    ['items without a rate', [line('1', '5'), shipping], null],
    ['no items', [shipping], null],
    ['an amount that is no number', [...items, { ...shipping, unitPrice: 'x' }], 1],
  ])('stays one beside %s', (_, lineItems, taxRateId) =>
    expect(saved({ lineItems }).filter(({ id }) => id === 7)).toMatchObject([{ taxRateId, unitPrice: lineItems.at(-1)!.unitPrice }]),
  )
})
