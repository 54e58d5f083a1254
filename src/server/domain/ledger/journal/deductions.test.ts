import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents, type HomeAmount, sum, toDecimal, toHomeAmount } from '#shared/money.ts'
import { toDeduction } from './deductions.ts'
import type { TaxGroup } from './facts.ts'

/** What invoices deduct of a deposit, one after the other, in the home currency. @param parts in cents of its own currency */
const deductInParts = (home: HomeAmount, parts: readonly number[]): HomeAmount[] => {
  const whole = toDecimal(cents(parts.reduce((total, part) => total + part, 0)))
  const group = { taxRateId: null, percent: null, net: home } as TaxGroup
  let before = 0
  return parts.map((part) => {
    const row = { documentId: 1, noteId: null, taxRateId: null, amount: toDecimal(cents(part)), givenBack: '0.00' }
    const { net } = toDeduction({ ...row, before: toDecimal(cents(before)), whole, deposit: { homeCurrency: 'USD' } }, () => [group])
    before += part
    return net
  })
}

test('a deposit that is deducted in thirds is deducted as a whole', () => {
  expect(deductInParts(toHomeAmount(cents(1000)), [100, 100, 100])).toEqual([333, 334, 333].map(cents))
})

test('whatever a deposit was worth and in however many parts it is deducted, nothing is left of it', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), parts, (home, amounts) => {
      expect(sum(deductInParts(toHomeAmount(cents(home)), amounts))).toBe(cents(home))
    }),
  )
})
