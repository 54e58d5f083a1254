import { describe, expect, test } from 'vitest'
import { computeContentTotals, type DocumentContent, type TaxRates } from './content-totals.ts'
import { divideDeposit, findDeductions } from './deposits.ts'
import { type Amount, cents, parseAmount, sum, toAmount, toDecimal } from './money.ts'
import { createRandom } from './testing/random.ts'

const rate = (id: number, ...components: { percent: string; isCompound?: boolean }[]) =>
  [
    id,
    {
      ...{ id, category: null, exemptionReason: null },
      components: components.map(({ percent, isCompound = false }, i) => ({ name: `Tax ${i + 1}`, percent, isCompound })),
    },
  ] as const
const rates: TaxRates = new Map([
  rate(1, { percent: '19' }),
  rate(2, { percent: '7' }),
  rate(3, { percent: '5' }, { percent: '9.975' }),
  rate(4, { percent: '5' }, { percent: '9.5', isCompound: true }),
  rate(5, { percent: '0' }),
])
const line = (unitPrice: string, taxRateId: number | null = null, quantity = '1.00') => ({
  ...{ kind: 'item' as const, description: 'Work', quantity, unitPrice, taxRateId },
})
const plain = (...lineItems: ReturnType<typeof line>[]): DocumentContent => ({ taxRate: 1900, pricesIncludeTax: false, lineItems })
const toLines = (parts: readonly { taxRateId: number | null; amount: Amount }[], quantity: string, kind: 'item' | 'deposit') =>
  parts.map(({ taxRateId, amount }) => ({ ...line(toDecimal(amount), taxRateId, quantity), kind }))
const partsOf = (divided: ReturnType<typeof divideDeposit>) => {
  if ('message' in divided) throw new Error(divided.message)
  return divided
}

describe('a deposit', () => {
  test('is a percentage of the lines of each rate, or an amount divided by what is left of them', () => {
    const content = { ...plain(line('100.00', 1), line('33.33', 2), line('66.67', 2)), taxRate: 0 }
    const show = (request: Parameters<typeof divideDeposit>[1]) =>
      partsOf(divideDeposit(content, request, 'USD', rates)).map(({ taxRateId, amount }) => [taxRateId, toDecimal(amount)])
    expect(show({ percent: '30' })).toEqual([
      [1, '30.00'],
      [2, '30.00'],
    ])
    expect(show({ amount: cents(101) })).toEqual([
      [1, '0.51'],
      [2, '0.50'],
    ])
  })

  test('is at most what other deposits leave of the lines of each rate', () => {
    const first = toLines([{ taxRateId: 1, amount: parseAmount('100.00') }], '-1.00', 'deposit')
    const content = { ...plain(line('100.00', 1), line('100.00', 2)), taxRate: 0 }
    const rest = { ...content, lineItems: [...content.lineItems, ...first] }
    expect(divideDeposit(rest, { percent: '50' }, 'USD', rates)).toEqual({
      path: 'percent',
      message: 'The deposit must be at most $100.00',
    })
    expect(partsOf(divideDeposit(rest, { amount: parseAmount('100.00') }, 'USD', rates))).toEqual([
      { taxRateId: 2, amount: parseAmount('100.00') },
    ])
  })

  test('1,000.00 at 19% after a deposit of 500.00: 500.00 + 95.00', () => {
    const content = plain(line('1000.00'))
    const parts = partsOf(divideDeposit(content, { amount: parseAmount('500.00') }, 'USD', rates))
    const final = { ...content, lineItems: [...content.lineItems, ...toLines(parts, '-1.00', 'deposit')] }
    const { netAmount, taxAmount, total } = computeContentTotals(final, 'USD', rates)
    expect([netAmount, taxAmount, total].map(toDecimal)).toEqual(['500.00', '95.00', '595.00'])
  })

  test('is deducted up to the lines of its rate', () => {
    const parts = [
      { taxRateId: 1, amount: cents(8000) },
      { taxRateId: 2, amount: cents(1) },
    ]
    expect(findDeductions({ ...plain(line('50.00', 1)), taxRate: 0 }, parts, 'USD', rates)).toEqual([{ taxRateId: 1, amount: cents(5000) }])
  })
})

test('6,000 random invoices: deposits in random parts and what is left add up to each rate exactly, and to the total within a cent for each tax', () => {
  let deposits = 0
  for (let seed = 1; seed <= 6000; seed++) {
    const random = createRandom(seed)
    const own = random.percent(30)
    const content: DocumentContent = {
      taxRate: own ? random.one([0, 700, 1900]) : 0,
      pricesIncludeTax: random.percent(40),
      discountPercent: random.percent(30) ? String(random.one([5, 12.5, 33])) : null,
      lineItems: Array.from({ length: random.between(1, 6) }, () =>
        line(toDecimal(cents(random.between(1, 99_999))), own ? null : random.one([1, 2, 3, 4, 5]), `${random.between(1, 9)}.00`),
      ),
    }
    const whole = computeContentTotals(content, 'USD', rates)
    // The independent model: what is left of each rate, as whole cents.
    const left = new Map<number | null, bigint>()
    content.lineItems.forEach(({ taxRateId = null }, i) => {
      const { total, documentDiscount } = whole.lines[i]!
      left.set(taxRateId, (left.get(taxRateId) ?? 0n) + BigInt(total - documentDiscount) / 10n)
    })
    const invoiced: Amount[] = []
    let current = content
    for (let n = random.between(1, 3); n > 0; n--) {
      const open = [...left.values()].reduce((a, b) => a + b, 0n)
      const request = random.percent(50)
        ? { percent: String(random.one([10, 30, 33.3333, 50, 100])) }
        : { amount: cents(Math.max(1, Math.floor((Number(open) * random.between(1, 100)) / 100))) }
      const divided = divideDeposit(current, request, 'USD', rates)
      if ('message' in divided) continue
      deposits++
      if ('amount' in request) expect(sum(divided.map(({ amount }) => amount))).toBe(request.amount)
      for (const { taxRateId, amount } of divided) {
        left.set(taxRateId, left.get(taxRateId)! - BigInt(amount) / 10n)
        expect(left.get(taxRateId)! >= 0n).toBe(true)
      }
      const { discountPercent: _, ...rest } = content
      invoiced.push(computeContentTotals({ ...rest, lineItems: toLines(divided, '1.00', 'item') }, 'USD', rates).total)
      // The deduction is the whole deposit.
      expect(findDeductions(current, divided, 'USD', rates)).toEqual(divided)
      current = { ...current, lineItems: [...current.lineItems, ...toLines(divided, '-1.00', 'deposit')] }
    }
    const final = computeContentTotals(current, 'USD', rates)
    const printed = new Map<number | null, number>()
    current.lineItems.forEach(({ taxRateId = null }, i) => {
      const { total, documentDiscount } = final.lines[i]!
      printed.set(taxRateId, (printed.get(taxRateId) ?? 0) + (total - documentDiscount) / 10)
    })
    expect([seed, new Map([...printed].map(([id, amount]) => [id, BigInt(amount)]))]).toEqual([seed, left])
    const difference = toAmount(final.total + sum(invoiced) - whole.total)
    const taxes = content.pricesIncludeTax ? 0 : whole.taxes.length * (invoiced.length + 1)
    expect(Math.abs(difference) / 10).toBeLessThanOrEqual(taxes)
  }
  expect(deposits).toBeGreaterThan(6000)
})
