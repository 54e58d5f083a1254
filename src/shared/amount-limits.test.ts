import { describe, expect, test } from 'vitest'
import { findCurrencyProblem, findPriceProblem, formatMaxAmount, getMaxAmount, maxAmount } from './amount-limits.ts'
import { computeContentTotals, computeExactTotals, findAmountProblem, noTaxRates } from './content-totals.ts'
import { type Currency, currencyCodes } from './currencies.ts'
import { fitsCurrency } from './minor-units.ts'
import { parseAmount, toAmount } from './money.ts'

test.each<[Currency, string]>([
  ['USD', '99,999,999.99'],
  ['KWD', '99,999,999.999'],
  ['JPY', '99,999,999,999'],
  ['INR', '99,999,999,999.99'],
  ['NGN', '999,999,999,999.99'],
  ['VND', '4,499,999,999,999'],
  ['IDR', '4,499,999,999,999.99'],
])('the limit in %s is %s, and one more is refused with it', (currency, text) => {
  const most = getMaxAmount(currency)
  expect(formatMaxAmount(currency)).toBe(text)
  expect(findCurrencyProblem('Amount', most, currency)).toBeUndefined()
  const more = (currency === 'KWD' ? 1 : currency === 'VND' || currency === 'JPY' ? 1000 : 10) + most
  expect(findCurrencyProblem('Amount', toAmount(more), currency)).toBe(`Amount must be at most ${text}`)
  expect(findCurrencyProblem('Amount', toAmount(-more), currency)).toBe(`Amount must be at least -${text}`)
  expect(findPriceProblem('Price', `${text.replaceAll(',', '')}`, currency)).toBeUndefined()
  expect(findPriceProblem('Price', '4500000000000.000001', currency)).toBe(`Price must be at most ${text}`)
})

test('every limit fits its currency, and twice of it is exact', () => {
  for (const currency of currencyCodes) {
    const most = getMaxAmount(currency)
    expect([currency, fitsCurrency(most, currency), most <= maxAmount, Number.isSafeInteger(2 * most)]).toEqual([
      currency,
      true,
      true,
      true,
    ])
  }
})

// Units for a dollar, rounded up from what banks asked in the years to 2026.
const rates: { [C in Currency]?: number } = {
  ...{ CAD: 1.5, INR: 90, CZK: 25, RSD: 120, ISK: 145, JPY: 162, PKR: 290, LKR: 320, HUF: 400, KZT: 550, XOF: 680, CLP: 1000 },
  ...{ IQD: 1500, KRW: 1500, ARS: 1500, NGN: 1700, MMK: 2100, TZS: 2800, MNT: 3600, UGX: 3900, KHR: 4200, MGA: 4800, COP: 4900 },
  ...{ PYG: 8000, GNF: 8800, UZS: 13_000, SYP: 13_000, IDR: 17_000, LAK: 22_000, VND: 26_500, IRR: 42_000 },
}
test.each(Object.entries(rates) as [Currency, number][])(
  'the limit in %s is worth at least 99,999,999.99 dollars at %d',
  (currency, rate) => {
    expect(getMaxAmount(currency) / 1000 / rate).toBeGreaterThanOrEqual(99_999_999.99)
  },
)

describe('lines that are far beyond the limit', () => {
  const line = (unitPrice: string) => ({ quantity: '1', unitPrice })
  const many = { taxRate: 0, lineItems: Array.from({ length: 1000 }, () => line('4499999999999.99')) }

  test('are refused, not a fault', () => {
    expect(findAmountProblem(many, 'IDR', noTaxRates)).toMatchObject({ path: 'total' })
    expect(computeExactTotals(many, 'IDR', noTaxRates)).toBeNull()
    expect(() => computeContentTotals(many, 'IDR', noTaxRates)).toThrow(RangeError)
  })

  test('are refused for their tax as well', () => {
    const components = Array.from({ length: 4 }, (_, i) => ({ name: `${i}`, percent: '100', isCompound: i > 0 }))
    const rates = new Map([[1, { id: 1, name: 'All', category: null, exemptionReason: null, components }]]) as unknown as typeof noTaxRates
    const taxed = { taxRate: 0, lineItems: [{ ...line('4499999999999.99'), taxRateId: 1 }] }
    expect(findAmountProblem(taxed, 'IDR', rates)).toMatchObject({ path: 'total' })
  })

  test('an amount of one line is still taken', () => {
    const one = { taxRate: 0, lineItems: [line('4499999999999.99')] }
    expect(findAmountProblem(one, 'IDR', noTaxRates)).toBeNull()
    expect(computeContentTotals(one, 'IDR', noTaxRates).total).toBe(parseAmount('4499999999999.99'))
  })
})
