import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeOneRateTotals, type PricedLine } from './document-totals.ts'
import { cents, maxCents, parseCents, toDecimal } from './money.ts'

/** Rounds a fraction half away from zero, by quotient and remainder instead of the method of the code under test. */
const nearest = (numerator: bigint, denominator: bigint): bigint => {
  const size = numerator < 0n ? -numerator : numerator
  const quotient = size / denominator
  const up = (size % denominator) * 2n >= denominator ? 1n : 0n
  return numerator < 0n ? -(quotient + up) : quotient + up
}

/** The document's totals in exact fractions. */
const exact = (lines: readonly PricedLine[], taxRateHundredths: number, customTax?: number) => {
  const each = lines.map(({ quantityHundredths, unitPrice }) => nearest(BigInt(quantityHundredths) * BigInt(unitPrice), 100n))
  const subtotal = each.reduce((a, b) => a + b, 0n)
  const tax = customTax === undefined ? nearest(subtotal * BigInt(taxRateHundredths), 10_000n) : BigInt(customTax)
  return { lines: each, subtotal, tax, total: subtotal + tax }
}

const line = fc.record({
  quantityHundredths: fc.integer({ min: 1, max: 1_000_000 }),
  unitPrice: fc.integer({ min: -maxCents, max: maxCents }).map(cents),
})
const smallLine = fc.record({
  quantityHundredths: fc.integer({ min: 1, max: 2_000 }),
  unitPrice: fc.integer({ min: 0, max: 20_000 }).map(cents),
})
const document = fc.tuple(
  fc.oneof(fc.array(smallLine, { minLength: 1, maxLength: 8 }), fc.array(line, { minLength: 1, maxLength: 4 })),
  fc.integer({ min: 0, max: 10_000 }),
  fc.option(fc.integer({ min: 0, max: maxCents }).map(cents), { nil: undefined, freq: 5 }),
)
/** Parses a printed amount to cents. */
const printed = (hundredths: number) => BigInt(toDecimal(hundredths).replace('.', ''))

describe('computeOneRateTotals', () => {
  test('equals exact arithmetic to the cent, and what is printed adds up: 100,000 invoices', { timeout: 60_000 }, () => {
    let differences = 0
    fc.assert(
      fc.property(document, ([lines, rate, customTax]) => {
        const ours = computeOneRateTotals(lines, rate, customTax)
        const theirs = exact(lines, rate, customTax)
        const same =
          ours.lines.length === theirs.lines.length &&
          ours.lines.every((total, i) => BigInt(total) === theirs.lines[i]) &&
          BigInt(ours.subtotal) === theirs.subtotal &&
          BigInt(ours.tax) === theirs.tax &&
          BigInt(ours.total) === theirs.total
        const addsUp =
          ours.lines.reduce((sum, total) => sum + printed(total), 0n) === printed(ours.subtotal) &&
          printed(ours.subtotal) + printed(ours.tax) === printed(ours.total)
        if (!same || !addsUp) differences++
        return same && addsUp
      }),
      { numRuns: 100_000 },
    )
    expect(differences).toBe(0)
  })

  test('the comparison distinguishes floating point from exact arithmetic', () => {
    const inFloats = ([lines, rate]: [PricedLine[], number, unknown]) => {
      const subtotal = lines.reduce((sum, { quantityHundredths, unitPrice }) => sum + (quantityHundredths / 100) * (unitPrice / 100), 0)
      return subtotal + subtotal * (rate / 100)
    }
    const wrong = fc
      .sample(document, 2000)
      .filter(([lines, rate]) => inFloats([lines, rate, undefined]).toFixed(2) !== toDecimal(Number(exact(lines, rate).total)))
    expect(wrong.length).toBeGreaterThan(100)
  })

  test('8.25% of $149.99 and similar amounts', () => {
    const lines = [{ quantityHundredths: 150, unitPrice: parseCents('99.99') }]
    expect(computeOneRateTotals(lines, 825)).toEqual({ lines: [14_999], subtotal: 14_999, tax: 1237, total: 16_236 })
    expect(computeOneRateTotals(lines, 825, cents(0))).toMatchObject({ tax: 0, total: 14_999 })
    expect(computeOneRateTotals([], 825)).toEqual({ lines: [], subtotal: 0, tax: 0, total: 0 })
  })
})
