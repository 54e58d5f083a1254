import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toAmounts } from './content-totals.ts'
import { computeDocumentTotals, type TotalsInput, type TotalsLine } from './document-totals.ts'
import { computeHomeTotals, homeRate, toHome } from './exchange-rates.ts'
import { type Amount, cents, parseAmount, sum, toDecimal } from './money.ts'
import { createRandom } from './testing/random.ts'
import { createRandomDocument } from './testing/random-document.ts'
import { divideRounded } from './testing/rounding.ts'

/** The totals of a document with two decimals. */
const compute = (input: TotalsInput) => toAmounts(computeDocumentTotals(input), 2)
const line = (unitPrice: string): TotalsLine => ({ kind: 'item', quantity: '1', unitPrice, group: 0 })

describe('the home amounts of a document', () => {
  test('EUR 1,000 + 19% at 1.0842: 1,084.20 + 206.00 = 1,290.20', () => {
    const groups = [[{ percent: '19', isCompound: false }]]
    const totals = compute({ decimals: 2, pricesIncludeTax: false, groups, lines: [line('1000')] })
    const home = computeHomeTotals(totals, '1.0842', 'USD')
    expect([home.groups[0]!.net, home.groups[0]!.taxes[0]!.amount, home.total].map(toDecimal)).toEqual(['1084.20', '206.00', '1290.20'])
    expect(toDecimal(home.groups[0]!.taxes[0]!.base)).toBe('1084.20')
  })

  test('the total is the sum of what was rounded, not the rounded total', () => {
    const groups = [[{ percent: '50', isCompound: false }]]
    const totals = compute({ decimals: 2, pricesIncludeTax: false, groups, lines: [line('0.02')] })
    expect(toDecimal(toHome(totals.total, '1.25', 'USD'))).toBe('0.04')
    // 0.025 and 0.0125.
    expect(toDecimal(computeHomeTotals(totals, '1.25', 'USD').total)).toBe('0.04')
    // 0.03 and 0.015, together 0.045.
    expect(toDecimal(computeHomeTotals(totals, '1.5', 'USD').total)).toBe('0.05')
    expect(toDecimal(computeHomeTotals(totals, '0.5', 'USD').total)).toBe('0.02')
  })

  test('halves are rounded away from zero, to the decimals of the home currency', () => {
    expect(toDecimal(toHome(parseAmount('0.01'), '0.5', 'USD'))).toBe('0.01')
    expect(toDecimal(toHome(parseAmount('-0.01'), '0.5', 'USD'))).toBe('-0.01')
    expect(toDecimal(toHome(parseAmount('1.00'), '163.5', 'JPY'))).toBe('164.00')
    expect(toDecimal(toHome(parseAmount('1.00'), '163.4999999999', 'JPY'))).toBe('163.00')
  })
})

/** A rate as a fraction of 10^10, and as text. */
const rates = fc.bigInt(1n, 2n * 10n ** 11n).map((units) => {
  const text = String(units).padStart(11, '0')
  return { units, text: `${text.slice(0, -10)}.${text.slice(-10)}` }
})
const toHundredths = (amount: Amount) => BigInt(toDecimal(amount).replace('.', ''))
/** An amount x a rate in hundredths, by exact fractions. */
const convert = (amount: Amount, units: bigint) => cents(divideRounded(toHundredths(amount) * units, 10n ** 10n))

test('amounts are those of exact fractions', () => {
  fc.assert(
    fc.property(fc.integer({ min: -999_999_999, max: 999_999_999 }).map(cents), rates, (amount, { units, text }) => {
      expect(toHome(amount, text, 'USD')).toBe(convert(amount, units))
      const whole = divideRounded(toHundredths(amount) * units, 10n ** 12n)
      expect(toHome(amount, text, 'JPY')).toBe(parseAmount(String(whole)))
    }),
  )
})

type Totals = ReturnType<typeof compute>
/** The home amounts by exact fractions. */
const convertParts = (totals: Totals, units: bigint) => {
  const groups = totals.groups.map(({ net, taxes }) => ({
    net: convert(net, units),
    taxes: taxes.map(({ base, amount }) => ({ base: convert(base, units), amount: convert(amount, units) })),
  }))
  const rounding = convert(totals.rounding, units)
  const parts = groups.flatMap(({ net, taxes }) => [net, ...taxes.map(({ amount }) => amount)])
  return { groups, rounding, total: sum([...parts, rounding]) }
}
const createDocument = (seed: number) => compute({ ...createRandomDocument(createRandom(seed)), decimals: 2 })

test('each part of random documents is converted once, and the total is their sum', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), rates, (seed, { units, text }) => {
      const totals = createDocument(seed)
      expect(computeHomeTotals(totals, text, 'USD')).toEqual(convertParts(totals, units))
      expect(computeHomeTotals(totals, homeRate, 'USD').total).toBe(totals.total)
    }),
  )
})

/** Mistakes that other programs make: each is a wrong variant of the home amounts of a document that was issued at 1.0842. */
const mutants: Record<string, (totals: Totals) => unknown> = {
  'today’s rate on an old document': (totals) => computeHomeTotals(totals, '1.0845', 'USD'),
  'the total converted by itself': (totals) => ({
    ...computeHomeTotals(totals, '1.0842', 'USD'),
    total: toHome(totals.total, '1.0842', 'USD'),
  }),
  'a rate of four digits': (totals) => computeHomeTotals(totals, '1.084', 'USD'),
  'the inverse rate, rounded': (totals) => computeHomeTotals(totals, (1 / Number((1 / 1.0842).toFixed(4))).toFixed(10), 'USD'),
}
const isRight = (totals: Totals, home: unknown) => JSON.stringify(home) === JSON.stringify(convertParts(totals, 10_842_000_000n))

describe('1,000 random documents', () => {
  const documents = Array.from({ length: 1000 }, (_, at) => createDocument(at + 1))
  test('have the right home amounts at the rate of their issue', () =>
    expect(documents.filter((totals) => !isRight(totals, computeHomeTotals(totals, '1.0842', 'USD')))).toEqual([]))
  test.each(Object.entries(mutants))('detect: %s', (_, variant) =>
    expect(documents.filter((totals) => !isRight(totals, variant(totals))).length).toBeGreaterThan(10),
  )
})
