import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accountNumbers, getExpenseAccount } from '#shared/accounts.ts'
import { addDays, day } from '#shared/dates.ts'
import { cents, zero } from '#shared/money.ts'
import { type Basis, bases } from '#shared/reports.ts'
import { getAccountPath, toAccountName } from './accounts.ts'
import {
  computeTaxShare,
  deriveExpenseEntries,
  deriveInvoiceEntries,
  type Entry,
  type InvoiceFacts,
  type Movement,
} from './derive-entries.ts'

const start = day('2025-01-01')
const nth = fc.integer({ min: 0, max: 6 }).map((n) => addDays(start, n))
// Few days and small sums: many events fall on the same day, and tax shares are often half a cent.
const payment = fc.record({
  amount: fc.integer({ min: 1, max: 120 }),
  on: nth,
  provider: fc.constantFrom('manual', 'stripe', 'paypal'),
  fee: fc.nat({ max: 3 }),
  returns: fc.array(fc.record({ after: fc.nat({ max: 4 }), percent: fc.integer({ min: 1, max: 100 }), bounces: fc.boolean() }), {
    maxLength: 2,
  }),
})
type Payment = typeof payment extends fc.Arbitrary<infer P> ? P : never
const movementsOf = (payments: Payment[]): Movement[] => {
  let ref = 0
  return payments.flatMap(({ amount, on, provider, fee, returns }) => {
    let [left, last] = [amount, on]
    const moved: Movement[] = [
      { kind: 'payment', sourceId: ++ref, day: on, amount: cents(amount), provider, fee: cents(provider === 'manual' ? 0 : fee) },
    ]
    for (const { after, percent, bounces } of returns) {
      const back = Math.ceil((left * percent) / 100)
      if (back === 0) break
      last = addDays(last, after)
      moved.push({ kind: 'refund', sourceId: ++ref, day: last, amount: cents(back), provider, fee: zero })
      if (bounces) moved.push({ kind: 'refund', sourceId: ++ref, day: last, amount: cents(-back), provider, fee: zero })
      else left -= back
    }
    return moved
  })
}
const invoice: fc.Arbitrary<InvoiceFacts> = fc
  .record({
    tax: fc.integer({ min: 0, max: 40 }),
    subtotal: fc.integer({ min: 0, max: 90 }),
    issueDate: nth,
    isIssued: fc.boolean(),
    isPaid: fc.boolean(),
    isOpeningBalance: fc.boolean(),
    payments: fc.array(payment, { maxLength: 3 }),
  })
  .map(({ tax, subtotal, payments, ...rest }) => ({
    ...rest,
    id: 1,
    number: 'A',
    customerId: 5,
    customerName: 'Acme',
    total: cents(tax + subtotal),
    tax: cents(tax),
    taxPercent: '8.2500',
    movements: movementsOf(payments),
  }))

/** The balance of each account at the end of a day. */
const balances = (entries: readonly Entry[], basis: Basis, until = '9999-12-31') => {
  const held: Record<number, number> = {}
  for (const { day, lines } of entries)
    if (day <= until)
      for (const { debit, credit, amount } of lines.filter((line) => line.basis === basis)) {
        held[debit] = (held[debit] ?? 0) + amount
        held[credit] = (held[credit] ?? 0) - amount
      }
  return held
}
const big = (n: bigint, other: bigint, pick: 'min' | 'max') => (n < other === (pick === 'min') ? n : other)

test('each entry has lines, and each line moves a positive amount between two accounts', () => {
  fc.assert(
    fc.property(invoice, (one) => {
      const entries = deriveInvoiceEntries(one)
      for (const { lines } of entries) {
        expect(lines.length).toBeGreaterThan(0)
        for (const { debit, credit, amount } of lines) expect([amount > 0, debit !== credit]).toEqual([true, true])
      }
      const keys = entries.map(({ kind, sourceId, day }) => `${kind} ${sourceId} ${day}`)
      expect(new Set(keys).size).toBe(keys.length)
    }),
  )
})

test('every day each account has the balance that the rules give, however cents are rounded', () => {
  fc.assert(
    fc.property(invoice, nth, (one, until) => {
      const moved = one.movements.filter((movement) => movement.day <= until)
      const sum = (kind: string, all: readonly Movement[] = moved) =>
        all.reduce((n, m) => n + (m.kind === kind ? BigInt(m.amount) : 0n), 0n)
      const [total, tax] = [BigInt(one.total), BigInt(one.tax)]
      const fees = moved.reduce((n, { fee }) => n + BigInt(fee), 0n)
      const isSale = (basis: Basis) => basis === 'cash' || !one.isOpeningBalance
      const [net, back, taken] = [sum('payment') - sum('refund'), sum('refund'), sum('payment', one.movements)]
      const isAsked = one.isIssued && one.issueDate <= until
      const letGo = one.isPaid && isAsked ? big(back, big(total - taken + back, 0n, 'max'), 'min') : 0n
      const share = (part: bigint) => (total === 0n ? 0n : (2n * tax * part + total) / (2n * total))
      const accrued = isAsked ? total - letGo : 0n
      const retained = one.isIssued ? big(net, total, 'min') : 0n
      for (const [basis, income, receivable, credit] of [
        ['accrual', accrued, isAsked ? big(total - net - letGo, 0n, 'max') : 0n, big(net - accrued, 0n, 'max')],
        ['cash', retained, 0n, net - retained],
      ] as const) {
        const held = balances(deriveInvoiceEntries(one), basis, until)
        const has = (account: keyof typeof accountNumbers) => BigInt(held[accountNumbers[account]] ?? 0)
        expect({
          income: -has('sales'),
          opening: -has('openingBalanceEquity'),
          tax: -has('salesTaxPayable'),
          receivable: has('receivable'),
          credit: -has('customerCredit'),
          fees: has('paymentFees'),
          money: has('bank') + has('stripeClearing') + has('paypalClearing'),
        }).toEqual({
          income: isSale(basis) ? income - share(income) : 0n,
          opening: isSale(basis) ? 0n : income - share(income),
          tax: share(income),
          receivable,
          credit,
          fees,
          money: net - fees,
        })
      }
    }),
    { numRuns: 500 },
  )
})

test('payments in any parts recognize the whole sale and its whole tax in the end, and refunds take them back', () => {
  fc.assert(
    fc.property(invoice, fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 9 }), (one, parts) => {
      const total = cents(parts.reduce((a, b) => a + b))
      const tax = cents(Math.min(one.tax, total))
      const movements = parts.map(
        (amount, i): Movement => ({ kind: 'payment', sourceId: i, day: start, amount: cents(amount), provider: 'manual', fee: zero }),
      )
      const paid = { ...one, isIssued: true, isPaid: true, isOpeningBalance: false, total, tax, movements }
      const back = movements.map((movement): Movement => ({ ...movement, kind: 'refund', day: addDays(start, 9) }))
      for (const basis of bases) {
        const held = balances(deriveInvoiceEntries(paid), basis)
        expect([held[accountNumbers.sales] ?? 0, held[accountNumbers.salesTaxPayable] ?? 0]).toEqual([0 - (total - tax), 0 - tax])
        const left = balances(deriveInvoiceEntries({ ...paid, movements: [...movements, ...back] }), basis)
        expect(Object.values(left).every((amount) => amount === 0)).toBe(true)
      }
    }),
  )
})

test('tax shares round half away from zero, in whole numbers', () => {
  expect([1, 2, 3, 4].map((part) => computeTaxShare(cents(2), cents(part), cents(4)))).toEqual([1, 1, 2, 2])
  expect(computeTaxShare(cents(9_999_999_999), cents(9_999_999_998), cents(9_999_999_999))).toBe(9_999_999_998)
  expect(computeTaxShare(cents(0), cents(0), cents(0))).toBe(0)
})

test('an expense is paid from the bank, and an expense of zero has no entry', () => {
  const spent = { id: 3, day: start, category: 'Travel', description: 'Train', vendor: null, amount: cents(1250), customerId: null }
  for (const basis of bases)
    expect(balances(deriveExpenseEntries(spent), basis)).toEqual({ [getExpenseAccount('Travel')]: 1250, [accountNumbers.bank]: -1250 })
  expect(deriveExpenseEntries({ ...spent, amount: cents(0) })).toEqual([])
})

// The characters of the first planes, with control characters, direction marks and lone surrogates.
const name = fc
  .array(fc.oneof(fc.nat({ max: 0xffff }), fc.nat({ max: 0x7f })), { maxLength: 20 })
  .map((codes) => String.fromCharCode(...codes))

test('any name is one line without the characters that have a meaning in hledger; a customer’s account does not depend on the name', () => {
  fc.assert(
    fc.property(name, (text) => {
      expect(toAccountName(text)).toMatch(/^([^\s:;|]+( [^\s:;|]+)*)?$/u)
    }),
  )
  expect(toAccountName(' Semi; Colon:\n\tLtd\u00a0\u3000(UK) \u202Eevil | x ')).toBe('Semi, Colon- Ltd (UK) evil / x')
  expect(getAccountPath(accountNumbers.receivable, 7)).toBe('Assets:Accounts Receivable:C7')
  expect(getAccountPath(accountNumbers.bank, 7)).toBe('Assets:Bank')
})
