import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allocate, computeDocumentTotals, divideCharge, type TaxComponent, type TotalsInput, type TotalsLine } from './document-totals.ts'
import { formatHundredths } from './rates.ts'
import { findEn16931Violations } from './testing/en16931.ts'
import { createRandom } from './testing/random.ts'
import { createRandomDocument, takeAsInclusive } from './testing/random-document.ts'
import { divideRounded, minor } from './testing/rounding.ts'

// bench/totals.ts compares a million random documents with exact fractions in Python. Here are the examples that the rules were decided by, and what must hold
// for every document.

const line = (quantity: string, unitPrice: string, more: Partial<TotalsLine> = {}): TotalsLine => ({
  kind: 'item',
  quantity,
  unitPrice,
  group: 0,
  ...more,
})
const rate = (...percents: string[]): TaxComponent[] => percents.map((percent) => ({ percent, isCompound: false }))
const compute = (groups: TaxComponent[][], lines: TotalsLine[], more: Partial<TotalsInput> = {}) =>
  computeDocumentTotals({ decimals: 2, pricesIncludeTax: false, groups, lines, ...more })
/** 99,999,999.99 */
const maxHundredths = 9_999_999_999
const includingTax = { pricesIncludeTax: true }

describe('the totals of a document', () => {
  test('3 x 19.99 at 19%, 2 x 7.50 at 7%, 10% off, shipping 4.90 at 19%: 84.51', () => {
    const lines = [line('3', '19.99'), line('2', '7.50', { group: 1 }), line('1', '4.90', { kind: 'charge' })]
    const totals = compute([rate('19'), rate('7')], lines, { discountPercent: '10' })
    expect(totals).toEqual({
      lines: [
        { amount: 5997, discount: 0, total: 5997, documentDiscount: 600, documentDiscountNet: 600, net: 5997 },
        { amount: 1500, discount: 0, total: 1500, documentDiscount: 150, documentDiscountNet: 150, net: 1500 },
        { amount: 490, discount: 0, total: 490, documentDiscount: 0, documentDiscountNet: 0, net: 490 },
      ],
      subtotal: 7497,
      discount: 750,
      charges: 490,
      groups: [
        { net: 5887, taxes: [{ base: 5887, amount: 1119 }], rounding: 0 },
        { net: 1350, taxes: [{ base: 1350, amount: 95 }], rounding: 0 },
      ],
      netAmount: 7237,
      taxAmount: 1214,
      rounding: 0,
      total: 8451,
    })
  })

  test('79.20 including 19%: 66.55 + 12.64 + rounding 0.01', () => {
    const totals = compute([rate('19')], [line('1', '79.20')], includingTax)
    expect(totals).toMatchObject({ netAmount: 6655, taxAmount: 1264, rounding: 1, total: 7920 })
  })

  test('500.00 including 10%: 454.55 + 45.46 - 0.01', () => {
    const totals = compute([rate('10')], [line('1', '500.00')], includingTax)
    expect(totals).toMatchObject({ netAmount: 45_455, taxAmount: 4546, rounding: -1, total: 50_000 })
  })

  test('2 x 379.00 including 21%: 313.23 + 313.22, tax 131.55', () => {
    const totals = compute([rate('21')], [line('1', '379.00'), line('1', '379.00')], includingTax)
    expect(totals.lines.map(({ net }) => net)).toEqual([31_323, 31_322])
    expect(totals).toMatchObject({ netAmount: 62_645, taxAmount: 13_155, rounding: 0, total: 75_800 })
  })

  test('100.00 including GST 5% and QST 9.975%: 86.97 + 4.35 + 8.68', () => {
    const totals = compute([rate('5', '9.975')], [line('1', '100.00')], includingTax)
    expect(totals.groups).toEqual([
      {
        net: 8697,
        taxes: [
          { base: 8697, amount: 435 },
          { base: 8697, amount: 868 },
        ],
        rounding: 0,
      },
    ])
    expect(totals.total).toBe(10_000)
  })

  test('QST 9.5% compound on 3.06: GST 0.15, QST of 3.21 is 0.30; 9.975% of 3.06 would be 0.31', () => {
    const compound = { percent: '9.5', isCompound: true }
    expect(compute([[...rate('5'), compound]], [line('1', '3.06')]).groups[0]!.taxes).toEqual([
      { base: 306, amount: 15 },
      { base: 321, amount: 30 },
    ])
    expect(compute([rate('5', '9.975')], [line('1', '3.06')]).groups[0]!.taxes[1]).toEqual({ base: 306, amount: 31 })
  })

  test('55.55 + 11.11 at 23%: tax 15.33, once per group', () => {
    expect(compute([rate('23')], [line('1', '55.55'), line('1', '11.11')]).taxAmount).toBe(1533)
  })

  test('a discount of 1.00 over 100 lines of 0.40 and 100 lines of 0.60 takes 0.40 from the first group', () => {
    const lines = Array.from({ length: 200 }, (_, i) => line('1', i < 100 ? '0.40' : '0.60', { group: i < 100 ? 0 : 1 }))
    const totals = compute([rate('19'), rate('7')], lines, { discountAmount: minor(100) })
    expect(totals.groups.map(({ net }) => net)).toEqual([3960, 5940])
    const shares = totals.lines.map(({ documentDiscount }) => documentDiscount)
    expect(shares).toEqual([40, 60, 60, 40].flatMap((length, at) => Array<number>(length).fill(at % 2 === 0 ? 1 : 0)))
  })

  test('a discount of 100% leaves every tax row, with 0.00', () => {
    const lines = [line('3', '19.99'), line('1', '0.05', { group: 1 })]
    for (const pricesIncludeTax of [false, true]) {
      const totals = compute([rate('5', '9.975'), rate('7')], lines, { discountPercent: '100', pricesIncludeTax })
      expect(totals.groups.map(({ taxes }) => taxes.map(({ amount }) => amount))).toEqual([[0, 0], [0]])
      expect(totals).toMatchObject({ discount: 6002, netAmount: 0, rounding: 0, total: 0 })
    }
  })

  test('one percent in two categories makes two groups, each rounded by itself', () => {
    const totals = compute([rate('19'), rate('19')], [line('1', '0.05'), line('1', '0.05', { group: 1 })])
    expect(totals.groups.map(({ taxes }) => taxes[0]!.amount)).toEqual([1, 1])
  })

  test('lines without a rate count in the net amount and have no tax', () => {
    const totals = compute([[], rate('19')], [line('1', '10'), line('1', '10', { group: 1 })], includingTax)
    expect(totals.groups.map(({ net, taxes }) => [net, taxes.length])).toEqual([
      [1000, 0],
      [840, 1],
    ])
    expect(totals.total).toBe(2000)
  })

  test('a line discount is taken before the document discount, and that before tax', () => {
    const lines = [line('1', '100', { discountPercent: '10' }), line('1', '100', { discountAmount: minor(4000) })]
    const totals = compute([rate('20')], lines, { discountAmount: minor(1500) })
    expect(totals.lines.map(({ discount, total, documentDiscount }) => [discount, total, documentDiscount])).toEqual([
      [1000, 9000, 900],
      [4000, 6000, 600],
    ])
    expect(totals).toMatchObject({ subtotal: 15_000, netAmount: 13_500, taxAmount: 2700, total: 16_200 })
  })

  test('a discount is never taken from charges or deposits', () => {
    const lines = [line('1', '1000'), line('-1', '500', { kind: 'deposit' }), line('1', '20', { kind: 'charge' })]
    const totals = compute([rate('19')], lines, { discountPercent: '10' })
    expect(totals).toMatchObject({ subtotal: 50_000, discount: 10_000, charges: 2000, netAmount: 42_000 })
    expect(totals.lines.map(({ documentDiscount }) => documentDiscount)).toEqual([10_000, 0, 0])
  })

  test('1,000.00 at 19% after a deposit of 500.00: 500.00 + 95.00', () => {
    const totals = compute([rate('19')], [line('1', '1000'), line('-1', '500', { kind: 'deposit' })])
    expect(totals).toMatchObject({ netAmount: 50_000, taxAmount: 9500, total: 59_500 })
  })

  test('a fully deducted inclusive invoice is 0.00, and its lines keep their nets', () => {
    const totals = compute([rate('19')], [line('1', '79.20'), line('-1', '79.20', { kind: 'deposit' })], includingTax)
    expect(totals.lines.map(({ net }) => net)).toEqual([6655, -6655])
    expect(totals).toMatchObject({ netAmount: 0, taxAmount: 0, rounding: 0, total: 0 })
  })

  test('a typed tax replaces the computed one; in an inclusive group the net is the rest', () => {
    const typedTaxes = [{ group: 0, component: 0, amount: minor(800) }]
    expect(compute([rate('8.25')], [line('1', '100')], { typedTaxes })).toMatchObject({ netAmount: 10_000, taxAmount: 800, total: 10_800 })
    const inclusive = compute([rate('8.25')], [line('1', '100')], { typedTaxes, ...includingTax })
    expect(inclusive).toMatchObject({ netAmount: 9200, taxAmount: 800, rounding: 0, total: 10_000 })
    expect(inclusive.groups[0]!.taxes).toEqual([{ base: 9200, amount: 800 }])
  })

  test('amounts round half away from zero, to the decimals of the currency', () => {
    const amountOf = (decimals: number, quantity: string, unitPrice: string) =>
      compute([[]], [line(quantity, unitPrice)], { decimals }).lines[0]!.amount
    expect(amountOf(2, '0.5', '0.01')).toBe(1)
    expect(amountOf(2, '-0.5', '0.01')).toBe(-1)
    expect(amountOf(2, '2.5', '0.01')).toBe(3)
    expect(amountOf(2, '0.333333', '0.029999')).toBe(1)
    expect(amountOf(0, '1.5', '333')).toBe(500)
    expect(amountOf(3, '2', '1.2345')).toBe(2469)
  })

  test('a text that is no decimal number is refused, and so is an amount beyond exact integers', () => {
    for (const quantity of ['', '1e3', '1,5', 'NaN']) expect(() => compute([[]], [line(quantity, '1')])).toThrow(RangeError)
    expect(() => compute([[]], [line('9999999999', '9999999999')])).toThrow(RangeError)
  })

  test('a charge that is taxed like the goods is divided by the items after the discount', () => {
    const input = { groups: [rate('19'), rate('7'), rate('7')], lines: [line('3', '19.99'), line('2', '7.50', { group: 1 })] }
    const totals = compute(input.groups, input.lines, { discountPercent: '10' })
    expect(divideCharge(minor(490), input, totals)).toEqual([392, 98, 0])
    const small = { groups: [rate('19'), rate('7')], lines: [line('1', '0.01'), line('1', '0.02', { group: 1 })] }
    const discounted = compute(small.groups, small.lines, { discountAmount: minor(1) })
    expect(divideCharge(minor(100), small, discounted)).toEqual([50, 50])
  })
})

const randomDocument = fc.integer({ min: 1, max: 2 ** 31 }).map((seed) => createRandomDocument(createRandom(seed)))
const sum = (amounts: readonly number[]) => amounts.reduce((a, b) => a + b, 0)
const checkEvery = (check: (document: TotalsInput) => void) =>
  fc.assert(
    fc.property(randomDocument, (document) => {
      check(document)
    }),
    { numRuns: 5000 },
  )

describe('for every document', () => {
  test("EN 16931's calculation rules hold exactly", () => {
    checkEvery((document) => expect(findEn16931Violations(document, computeDocumentTotals(document))).toEqual([]))
  })

  test('an inclusive document costs what its prices say', () => {
    checkEvery((document) => {
      const { subtotal, discount, charges, total, rounding } = computeDocumentTotals(document)
      if (document.pricesIncludeTax) expect(total).toBe(subtotal - discount + charges)
      else expect(rounding).toBe(0)
    })
  })

  test('inclusive and exclusive agree: a total taken as an inclusive price leads back to the same net and taxes', () => {
    let compared = 0
    checkEvery((document) => {
      const totals = computeDocumentTotals(document)
      if (
        document.pricesIncludeTax ||
        totals.groups.length !== 1 ||
        totals.discount !== 0 ||
        totals.total < 0 ||
        document.typedTaxes?.length
      )
        return
      expect(computeDocumentTotals(takeAsInclusive(document, totals)).groups).toEqual(totals.groups)
      compared++
    })
    expect(compared).toBeGreaterThan(300)
  })

  test('the sums are those of the lines and groups', () => {
    checkEvery((document) => {
      const { lines, groups, ...totals } = computeDocumentTotals(document)
      const totalsOf = (isCharge: boolean) => lines.filter((_, i) => (document.lines[i]!.kind === 'charge') === isCharge)
      expect(totals).toEqual({
        subtotal: sum(totalsOf(false).map(({ total }) => total)),
        charges: sum(totalsOf(true).map(({ total }) => total)),
        discount: sum(lines.map(({ documentDiscount }) => documentDiscount)),
        netAmount: sum(groups.map(({ net }) => net)),
        taxAmount: sum(groups.flatMap(({ taxes }) => taxes.map(({ amount }) => amount))),
        rounding: sum(groups.map(({ rounding }) => rounding)),
        total: totals.netAmount + totals.taxAmount + totals.rounding,
      })
      expect(totals.netAmount).toBe(sum(lines.map(({ net, documentDiscountNet }) => net - documentDiscountNet)))
    })
  })

  test('shares add up to the amount, and each is less than one unit from the exact one', () => {
    const weight = fc.bigInt({ min: -1000n, max: 100_000n })
    const arbitrary = fc.tuple(fc.bigInt({ min: -100_000n, max: 100_000n }), fc.array(weight, { minLength: 1, maxLength: 40 }))
    fc.assert(
      fc.property(arbitrary, ([amount, weights]) => {
        const all = weights.reduce((a, b) => a + b, 0n)
        const shares = allocate(amount, weights)
        if (all === 0n) return shares.every((share) => share === 0n)
        const isNear = shares.every((share, i) => {
          const distance = share * all - amount * weights[i]!
          return (distance < 0n ? -distance : distance) < (all < 0n ? -all : all)
        })
        return isNear && shares.reduce((a, b) => a + b, 0n) === amount
      }),
    )
  })

  test('10,000 random invoices with one rate have the amounts of the rule before: each line and the tax of their sum, rounded', () => {
    const oneRateLine = fc.record({
      quantityHundredths: fc.integer({ min: 1, max: 1_000_000 }),
      unitPrice: fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: -maxHundredths, max: maxHundredths })),
    })
    const invoice = fc.record({
      lines: fc.array(oneRateLine, { maxLength: 8 }),
      rateHundredths: fc.integer({ min: 0, max: 10_000 }),
      customTax: fc.option(fc.integer({ min: 0, max: maxHundredths }).map(minor), { nil: undefined, freq: 5 }),
    })
    fc.assert(
      fc.property(invoice, ({ lines, rateHundredths, customTax }) => {
        const amounts = lines.map(({ quantityHundredths, unitPrice }) =>
          divideRounded(BigInt(quantityHundredths) * BigInt(unitPrice), 100n),
        )
        const subtotal = sum(amounts)
        const tax = customTax ?? divideRounded(BigInt(subtotal) * BigInt(rateHundredths), 10_000n)
        const totals = compute(
          [rate(formatHundredths(rateHundredths))],
          lines.map(({ quantityHundredths, unitPrice }) => line(formatHundredths(quantityHundredths), formatHundredths(unitPrice))),
          customTax === undefined ? {} : { typedTaxes: [{ group: 0, component: 0, amount: customTax }] },
        )
        expect(totals).toMatchObject({
          subtotal,
          discount: 0,
          charges: 0,
          netAmount: subtotal,
          taxAmount: tax,
          rounding: 0,
          total: subtotal + tax,
        })
      }),
      { numRuns: 10_000 },
    )
  })
})
