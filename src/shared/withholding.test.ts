import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Currency, currencyCodes } from './currencies.ts'
import { getCurrencyDecimals } from './currency-decimals.ts'
import { type Amount, cents, parseAmount, toAmount, toDecimal, zero } from './money.ts'
import { computeWithheld, findExcessWithheld, findWithholdingProblem, shareWithheld, subtractWithheld } from './withholding.ts'

test('19% of 138.75 is 26.36, and 141.53 of 167.89 is to pay', () => {
  const withheld = computeWithheld(parseAmount('138.75'), '19', 'EUR')
  expect(toDecimal(withheld)).toBe('26.36')
  expect(toDecimal(subtractWithheld({ total: parseAmount('167.89'), withheld }))).toBe('141.53')
  expect(computeWithheld(parseAmount('138.75'), null, 'EUR')).toBe(zero)
})

test.each([
  ['all of the total', '100.00', '100.00', '100'],
  ['more than the total', '100.00', '99.00', '100'],
])('%s is refused', (_, netAmount, total, percent) => {
  const sums = { netAmount: parseAmount(netAmount), total: parseAmount(total) }
  expect(findExcessWithheld(sums, percent, 'EUR')).toMatch(/must be less than the total/)
  expect(findExcessWithheld(sums, '50', 'EUR')).toBeUndefined()
})

test.each([
  [{ kind: 'retainer', withholdingPercent: '19' }, /retainer/],
  [{ earlyDiscountPercent: '2', withholdingPercent: '19' }, /early payment/],
] as const)('%o is refused', (invoice, message) => {
  expect(findWithholdingProblem(invoice)).toMatch(message)
  expect(findWithholdingProblem({ ...invoice, withholdingPercent: null })).toBeUndefined()
})

const currency = fc.constantFrom<Currency>(...currencyCodes)
/** In minor units of the currency. */
const inUnits = (units: number, of: Currency): Amount => toAmount(units * 10 ** (3 - getCurrencyDecimals(of)))

test('it is the exact percentage, rounded half away from zero to the minor unit', () => {
  fc.assert(
    fc.property(currency, fc.nat(10 ** 10), fc.integer({ min: 1, max: 1_000_000 }), (code, units, tenThousandths) => {
      const exact = BigInt(units) * BigInt(tenThousandths)
      // The nearest whole number of millionths, found by its remainder and not by an addition of one half.
      const [floor, rest] = [exact / 1_000_000n, exact % 1_000_000n]
      const expected = Number(rest * 2n >= 1_000_000n ? floor + 1n : floor)
      expect(computeWithheld(inUnits(units, code), String(tenThousandths / 10_000), code)).toBe(inUnits(expected, code))
    }),
    { numRuns: 2000 },
  )
})

test('notes for parts of an invoice take back no more than was kept, each within a minor unit of its part, and together all', () => {
  const part = fc.record({ net: fc.integer({ min: 1, max: 100_000 }), tax: fc.nat(30_000) })
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), fc.integer({ min: 1, max: 999_999 }), (parts, tenThousandths) => {
      const units = (amount: number) => cents(amount)
      const notes = parts.map(({ net, tax }) => ({ netAmount: units(net), total: units(net + tax) }))
      const [netAmount, total] = (['netAmount', 'total'] as const).map((name) => toAmount(notes.reduce((sum, note) => sum + note[name], 0)))
      const withheld = computeWithheld(netAmount!, String(tenThousandths / 10_000), 'EUR')
      const invoice = { netAmount: netAmount!, total: total!, withheld, currency: 'EUR' as const }
      const earlier: ((typeof notes)[number] & { withheld: Amount })[] = []
      for (const note of notes) {
        const share = shareWithheld(invoice, earlier, note)
        expect(share).toBeGreaterThanOrEqual(0)
        expect(Math.abs(share - (withheld * note.netAmount) / netAmount!)).toBeLessThanOrEqual(10)
        earlier.push({ ...note, withheld: share })
      }
      expect(earlier.reduce((sum, note) => sum + note.withheld, 0)).toBe(withheld)
    }),
    { numRuns: 1000 },
  )
})
