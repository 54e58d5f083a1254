import { describe, expect, test } from 'vitest'
import { emptyLine } from './draft-totals.ts'
import { findSharedRate, followCustomer, suggestTaxRate } from './suggested-tax-rates.ts'

const [standard, reduced, reverseCharge, chosen] = [1, 2, 3, 4]

test.each([
  ['the customer’s rate', { customer: reverseCharge, item: reduced, business: standard }, reverseCharge],
  ['the item’s without one of the customer', { customer: null, item: reduced, business: standard }, reduced],
  ['else the business’s', { customer: null, item: null, business: standard }, standard],
  ['none where none is known', { customer: null, item: null, business: null }, null],
])('a line starts with %s', (_, sources, expected) => expect(suggestTaxRate(sources)).toBe(expected))

describe('another customer', () => {
  const lines = [{ taxRateId: standard }, { taxRateId: reduced, itemTaxRateId: reduced }, { taxRateId: chosen }]

  test('with a rate gives it to the lines, but not to those with a rate that the user chose', () =>
    expect(followCustomer(lines, { before: null, customer: reverseCharge, business: standard })).toEqual([
      reverseCharge,
      reverseCharge,
      chosen,
    ]))

  test('without one gives the lines back the rates of their items and of the business', () => {
    const free = lines.map((line) => (line.taxRateId === chosen ? line : { ...line, taxRateId: reverseCharge }))
    expect(followCustomer(free, { before: reverseCharge, customer: null, business: standard })).toEqual([standard, reduced, chosen])
  })

  test('keeps a line without tax among others with rates', () =>
    expect(
      followCustomer([{ taxRateId: null }, { taxRateId: standard }], { before: null, customer: reverseCharge, business: standard }),
    ).toEqual([null, reverseCharge]))

  test('changes a form with one rate for all lines only by a rate of their own', () => {
    const plain = [{ taxRateId: null }, { taxRateId: null, itemTaxRateId: null }]
    expect(followCustomer(plain, { before: null, customer: null, business: standard })).toEqual([null, null])
    expect(followCustomer(plain, { before: null, customer: reverseCharge, business: standard })).toEqual([reverseCharge, reverseCharge])
  })

  test('leaves a charge alone that is taxed like the items', () =>
    expect(
      followCustomer([{ taxRateId: standard }, { taxRateId: null, isTaxedLikeItems: true }], {
        ...{ before: null, customer: reverseCharge, business: standard },
      }),
    ).toEqual([reverseCharge, null]))
})

const draftLine = (taxRateId: number | null, more: object = {}) => ({ ...emptyLine, description: 'Work', taxRateId, ...more })
const unused = { ...emptyLine, taxRateId: 9 }

test.each([
  ['one rate', [draftLine(1), draftLine(1)], 1],
  ['the rate of the document', [draftLine(null), draftLine(null)], null],
  ['different ones', [draftLine(1), draftLine(null)], undefined],
  ['an empty line beside', [draftLine(1), unused], 1],
  ['an empty form', [unused], 9],
  ['a charge that follows the items', [draftLine(1), draftLine(null, { kind: 'charge', isTaxedLikeItems: true })], 1],
])('lines share a rate: %s', (_, lines, shared) => expect(findSharedRate(lines as never)).toBe(shared))
