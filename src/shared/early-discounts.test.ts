import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ContentTotals, computeContentTotals, type TaxRates } from './content-totals.ts'
import { type CreditedInvoice, computeCreditNote } from './credit-notes.ts'
import type { Currency } from './currencies.ts'
import { getCurrencyDecimals } from './currency-decimals.ts'
import { day } from './dates.ts'
import { describeEarlyDiscount, findEarlyDiscountProblem, getEarlyDiscountOffer, proposeEarlyDiscount } from './early-discounts.ts'
import { parseAmount, sum, toAmount, toDecimal, zero } from './money.ts'

const terms = { earlyDiscountPercent: '2', earlyDiscountDays: 10 }
const dates = { issueDate: day('2026-11-02'), dueDate: day('2026-12-02') }

test.each([
  ['none', {}, undefined],
  ['both', terms, undefined],
  ['it ends on the due day', { ...terms, earlyDiscountDays: 30 }, undefined],
  ['it ends a day later', { ...terms, earlyDiscountDays: 31 }, 'earlyDiscountDays'],
  ['no days', { earlyDiscountPercent: '2' }, 'earlyDiscountDays'],
  ['no percentage', { earlyDiscountDays: 10 }, 'earlyDiscountPercent'],
  ['a retainer', { ...terms, kind: 'retainer' as const }, 'earlyDiscountPercent'],
])('a discount for early payment is refused at its field: %s', (_, discount, path) => {
  expect(findEarlyDiscountProblem({ ...dates, ...discount })?.path).toBe(path)
})

test('a new invoice takes the discount of its customer unless it is due earlier', () => {
  expect(proposeEarlyDiscount(terms, dates)).toEqual(terms)
  expect(proposeEarlyDiscount(terms, { ...dates, dueDate: day('2026-11-11') })).toEqual({
    earlyDiscountPercent: null,
    earlyDiscountDays: null,
  })
  expect([describeEarlyDiscount(terms), describeEarlyDiscount({ earlyDiscountPercent: '2.5', earlyDiscountDays: 1 })]).toEqual([
    '2% within 10 days',
    '2.5% within 1 day',
  ])
})

const invoice = {
  ...{ ...terms, status: 'sent', issueDate: dates.issueDate, currency: 'EUR' as Currency, total: parseAmount('1190.00') },
  ...{ amountCredited: zero, amountWrittenOff: zero, balanceDue: parseAmount('1190.00') },
}

test('2% of 1,190.00 leaves 1,166.20 until the tenth day', () => {
  expect(getEarlyDiscountOffer(invoice)).toEqual({
    ...{ percent: '2', day: '2026-11-12' },
    ...{ discount: parseAmount('23.80'), amount: parseAmount('1166.20') },
  })
})

test.each([
  ['no terms', { earlyDiscountPercent: null, earlyDiscountDays: null }],
  ['paid', { status: 'paid' }],
  ['written off in part', { amountWrittenOff: parseAmount('5.00') }],
  ['no more due than the discount', { balanceDue: parseAmount('23.80') }],
  ['a discount below the smallest coin', { total: parseAmount('0.20'), balanceDue: parseAmount('0.20') }],
])('no discount is offered: %s', (_, changed) => {
  expect(getEarlyDiscountOffer({ ...invoice, ...changed })).toBe(null)
})

const rates: TaxRates = new Map(
  ['19', '7', '0'].map((percent, i) => [
    i + 1,
    { id: i + 1, category: null, exemptionReason: null, components: [{ name: 'VAT', percent, isCompound: false }] },
  ]),
)

const invoices = fc.record({
  currency: fc.constantFrom<Currency>('EUR', 'JPY', 'KWD'),
  pricesIncludeTax: fc.boolean(),
  // Prices of a few coins round to no tax.
  lines: fc.array(
    fc.record({
      price: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 90_000 })),
      taxRateId: fc.integer({ min: 1, max: 3 }),
    }),
    {
      minLength: 1,
      maxLength: 5,
    },
  ),
  hundredths: fc.integer({ min: 1, max: 9999 }),
})

test('any discount is exact to the coin, and its credit note divides it by tax rate as the invoice is divided', () => {
  fc.assert(
    fc.property(invoices, ({ currency, pricesIncludeTax, lines, hundredths }) => {
      const line = {
        ...{ kind: 'item' as const, description: 'Work', itemId: null, unitCode: 'C62', quantity: '1.00' },
        ...{ discountPercent: null, discountAmount: zero },
      }
      const lineItems = lines.map(({ price, taxRateId }, i) => ({ ...line, id: i + 1, unitPrice: String(price), taxRateId }))
      const stored = computeContentTotals({ taxRate: 0, pricesIncludeTax, lineItems }, currency, rates)
      const total = stored.total
      const offer = getEarlyDiscountOffer({
        ...invoice,
        ...{ currency, total, balanceDue: total, earlyDiscountPercent: (hundredths / 100).toFixed(2) },
      })
      // In whole coins, half a coin up.
      const coin = 10 ** (3 - getCurrencyDecimals(currency))
      const discount = Math.floor((2 * (total / coin) * hundredths + 10_000) / 20_000) * coin
      if (discount === 0 || discount === total) {
        expect(offer).toBe(null)
        return
      }
      expect([offer?.discount, offer?.amount]).toEqual([discount, total - discount])
      const credited: CreditedInvoice = {
        ...{ invoiceNumber: 'INV-1', currency, pricesIncludeTax, discountPercent: null, discountAmount: zero, lineItems },
        ...{ netAmount: stored.netAmount, taxRate: null, taxAmount: stored.taxAmount, taxIsCustom: false, total },
      }
      const credit = computeCreditNote(credited, [], { amount: toAmount(discount) }, rates)
      if ('message' in credit) throw new Error(credit.message)
      const { totals } = credit
      expect(totals.total).toBe(discount)
      expect(totals.netAmount + totals.taxAmount + totals.rounding).toBe(discount)
      // Each rate's part, with its rounding, is that of the rate in the invoice, to the coin.
      const grossOf = ({ groups }: ContentTotals, groupNo: number) => {
        const { net, rounding, taxes } = groups[groupNo - 1]!
        return net + rounding + sum(taxes.map((tax) => tax.amount))
      }
      for (const { groupNo, percent, base, amount } of totals.taxes) {
        const whole = stored.taxes.find((tax) => tax.percent === percent)!
        expect(Math.abs(grossOf(totals, groupNo) - (grossOf(stored, whole.groupNo) * discount) / total)).toBeLessThan(coin)
        expect(Math.abs(amount - (base * Number(percent)) / 100)).toBeLessThanOrEqual(coin / 2)
      }
    }),
  )
})

test('the credit of 23.80 is 20.00 and 3.80 of VAT', () => {
  const lineItems = [
    {
      ...{ id: 1, kind: 'item' as const, description: 'Work', itemId: null, unitCode: 'C62', quantity: '1.00', unitPrice: '1000.00' },
      ...{ discountPercent: null, discountAmount: zero, taxRateId: 1 },
    },
  ]
  const stored = computeContentTotals({ taxRate: 0, lineItems }, 'EUR', rates)
  const credit = computeCreditNote(
    {
      ...{ invoiceNumber: 'INV-1', currency: 'EUR', pricesIncludeTax: false, discountPercent: null, discountAmount: zero, lineItems },
      ...{ netAmount: stored.netAmount, taxRate: null, taxAmount: stored.taxAmount, taxIsCustom: false, total: stored.total },
    },
    [],
    { amount: getEarlyDiscountOffer(invoice)!.discount },
    rates,
  )
  expect('totals' in credit && [credit.totals.netAmount, credit.totals.taxAmount].map(toDecimal)).toEqual(['20.00', '3.80'])
})
