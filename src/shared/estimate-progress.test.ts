import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noTaxRates } from './content-totals.ts'
import { type BillingLine, computeParts, listBillingLines } from './estimate-progress.ts'
import { type Amount, cents, toDecimal, zero } from './money.ts'

const line = (lineId: number, total: number, billed = 0): BillingLine => ({
  ...{ lineId, description: `Line ${lineId}`, total: cents(total), billed: cents(billed), left: cents(total - billed) },
})
const amounts = (parts: ReturnType<typeof computeParts>) =>
  'message' in parts ? parts : parts.map(({ lineId, amount, from, to }) => [lineId, toDecimal(amount), from, to])

test('a part is what a line is done to, less what is billed', () => {
  const lines = [line(1, 100_000, 30_000), line(2, 9_999)]
  expect(amounts(computeParts(lines, { percent: '50' }, 'USD'))).toEqual([
    [1, '200.00', '30', '50'],
    [2, '50.00', '0', '50.01'],
  ])
  expect(amounts(computeParts(lines, { lines: [{ lineId: 2, percent: '33.3333' }] }, 'USD'))).toEqual([[2, '33.33', '0', '33.33']])
  expect(amounts(computeParts(lines, { percent: '100' }, 'USD'))).toEqual([
    [1, '700.00', '30', '100'],
    [2, '99.99', '0', '100'],
  ])
})

test('what cannot be billed says why, at its field', () => {
  const lines = [line(1, 10_000, 4_000), line(2, 5_000, 5_000)]
  for (const [request, path, message] of [
    [{}, 'percent', 'Enter how far all lines are done, or some of them'],
    [{ percent: '10', lines: [] }, 'percent', 'Enter how far all lines are done, or some of them'],
    [{ percent: '40' }, 'percent', 'There is nothing to invoice: so much is invoiced already'],
    [{ lines: [{ lineId: 3, percent: '10' }] }, 'lines.0.lineId', 'Line 1: the estimate has no such line'],
    [{ lines: [{ lineId: 1, percent: '39' }] }, 'lines.0.percent', 'Line 1: $40.00 is invoiced already, 40% of the line'],
    [
      {
        lines: [
          { lineId: 1, percent: '50' },
          { lineId: 1, percent: '60' },
        ],
      },
      'lines.1.lineId',
      'Line 2: each line can be named once',
    ],
  ] as const)
    expect(computeParts(lines, request, 'USD')).toEqual({ path, message })
  expect(computeParts([line(1, 5_000, 5_000)], { percent: '100' }, 'USD')).toEqual({
    ...{ path: 'percent', message: 'All of this estimate is invoiced' },
  })
})

test('parts of random percentages add up to each line exactly, and never to more', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 99 }), price: fc.integer({ min: 1, max: 999_999 }) }), {
        ...{ minLength: 1, maxLength: 6 },
      }),
      fc.integer({ min: 0, max: 100 }),
      fc.array(fc.integer({ min: 1, max: 999_999 }), { maxLength: 8 }),
      (items, discount, percents) => {
        const content = {
          ...{ taxRate: 1900, pricesIncludeTax: false, discountPercent: String(discount) },
          lineItems: items.map(({ quantity, price }, id) => ({
            ...{ id, description: 'Work', quantity: `${quantity}.00`, unitPrice: toDecimal(cents(price)), kind: 'item' as const },
          })),
        }
        const billed = new Map<number, Amount>()
        const list = () => listBillingLines(content, billed, 'USD', noTaxRates)
        // The independent calculation: exact fractions of cents, rounded half up.
        const net = list().map(({ total }) => BigInt(total) / 10n)
        for (const percent of [...percents.toSorted((a, b) => a - b), 1_000_000]) {
          const parts = computeParts(list(), { percent: (percent / 10_000).toFixed(4) }, 'USD')
          if (!('message' in parts))
            for (const { lineId, amount } of parts) billed.set(lineId, ((billed.get(lineId) ?? 0) + amount) as Amount)
          net.forEach((whole, id) => {
            const exact = (2n * whole * BigInt(percent) + 1_000_000n) / 2_000_000n
            expect(BigInt(billed.get(id) ?? zero) / 10n).toBe(exact)
          })
        }
        expect(list().every(({ left }) => left === 0)).toBe(true)
      },
    ),
    { numRuns: 500 },
  )
})
