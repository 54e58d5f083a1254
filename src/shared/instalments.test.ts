import fc from 'fast-check'
import { expect, test } from 'vitest'
import { day } from './dates.ts'
import { divideBalance, divideTotal, fillInstalments, getInstalmentState, listDueDates, listPayable, sumDueNow } from './instalments.ts'
import { cents, parseAmount, sum, toDecimal } from './money.ts'

test('1,000.00 in three parts is 333.34, 333.33 and 333.33; yen have no decimals, dinars three', () => {
  expect(divideTotal(parseAmount('1000'), [1, 1, 1], 'USD').map(toDecimal)).toEqual(['333.34', '333.33', '333.33'])
  expect(divideTotal(parseAmount('1000'), [1, 1, 1], 'JPY').map(toDecimal)).toEqual(['334.00', '333.00', '333.00'])
  expect(divideTotal(parseAmount('1'), [1, 1, 1], 'KWD').map(toDecimal)).toEqual(['0.334', '0.333', '0.333'])
  expect(divideTotal(parseAmount('99.99'), [500_000, 300_000, 200_000], 'EUR').map(toDecimal)).toEqual(['49.99', '30.00', '20.00'])
})

test('what is settled is part of the first instalment, so that the balance is divided', () => {
  const divide = (total: string, balanceDue: string) =>
    divideBalance({ total: parseAmount(total), balanceDue: parseAmount(balanceDue), currency: 'USD' }, [1, 1, 1]).map(toDecimal)
  expect(divide('1000', '600')).toEqual(['600.00', '200.00', '200.00'])
  expect(divide('1000', '1000')).toEqual(['333.34', '333.33', '333.33'])
})

const weights = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 2, maxLength: 24 })
const total = fc.integer({ min: 1, max: 9_999_999_999 })

test('parts sum to the total, and each is less than a cent from its exact share', () =>
  fc.assert(
    fc.property(total, weights, (size, shares) => {
      const parts = divideTotal(cents(size), shares, 'USD')
      expect(sum(parts)).toBe(cents(size))
      const whole = shares.reduce((a, b) => a + b, 0)
      for (const [i, part] of parts.entries()) {
        const distance = BigInt(part / 10) * BigInt(whole) - BigInt(size) * BigInt(shares[i]!)
        expect(distance < BigInt(whole) && distance > -BigInt(whole)).toBe(true)
      }
    }),
  ))

/** Puts money into the instalments cent by cent, always into the oldest that has room. */
const fillByCents = (amounts: readonly number[], money: number): number[] => {
  const open = [...amounts]
  for (let n = 0; n < money; n++) {
    const oldest = open.findIndex((left) => left > 0)
    if (oldest >= 0) open[oldest]! -= 1
  }
  return open
}

test('money fills the oldest instalments: due now, and what may be paid at once, follow from it', () =>
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 2, maxLength: 8 }),
      fc.integer({ min: 0, max: 300 }),
      fc.integer({ min: 0, max: 9 }),
      (amounts, money, daysGone) => {
        const instalments = amounts.map((amount, i) => ({ dueDate: day(`2026-01-1${i}`), amount: cents(amount) }))
        const filled = fillInstalments(instalments, cents(money))
        const open = fillByCents(amounts, money)
        expect(filled.map(({ balanceDue }) => balanceDue / 10)).toEqual(open)
        const today = day(`2026-01-1${daysGone}`)
        const overdue = open.filter((_, i) => i <= daysGone).reduce((a, b) => a + b, 0)
        expect(sumDueNow(filled, today) / 10).toBe(overdue || (open.find((left) => left > 0) ?? 0))
        const sums = open.map((_, i) => open.slice(0, i + 1).reduce((a, b) => a + b, 0))
        expect(listPayable(filled).map((part) => part / 10)).toEqual([...new Set(sums.filter((part) => part > 0))])
      },
    ),
  ))

test('monthly due dates are clipped from the first, so they don’t drift; weekly ones cross months', () => {
  expect(listDueDates(day('2027-01-31'), 4, 'month')).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'])
  expect(listDueDates(day('2027-12-25'), 2, 'week')).toEqual(['2027-12-25', '2028-01-01'])
})

test('an instalment is paid, overdue, paid in part or due', () => {
  const of = (balanceDue: string, dueDate = '2026-05-01') => getInstalmentState({ dueDate, amount: '10.00', balanceDue }, '2026-05-01')
  expect([of('0.00'), of('10.00'), of('4.00'), of('4.00', '2026-04-30')]).toEqual(['paid', 'due', 'part paid', 'overdue'])
})
