import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildEvents, type LedgerDocuments, type Movement } from '#server/domain/ledger/testing/build-events.ts'
import { addDays, day } from '#shared/dates.ts'
import { cents } from '#shared/money.ts'
import { type Basis, bases } from '#shared/reports.ts'
import { getCustomerAccount, toAccountName } from './accounts.ts'
import { buildEntry, computeTaxShare } from './entry.ts'

type Invoice = LedgerDocuments['invoices'][number]

const start = day('2025-01-01')
const nth = fc.integer({ min: 0, max: 6 }).map((n) => addDays(start, n))
// Few days and small sums: many events fall on the same day, and tax shares are often half a cent.
const payment = fc.record({
  amount: fc.integer({ min: 1, max: 120 }),
  on: nth,
  provider: fc.constantFrom('manual', 'stripe', 'paypal'),
  returns: fc.array(fc.record({ after: fc.nat({ max: 4 }), percent: fc.integer({ min: 1, max: 100 }), bounces: fc.boolean() }), {
    maxLength: 2,
  }),
})
type Payment = typeof payment extends fc.Arbitrary<infer P> ? P : never
const movementsOf = (payments: Payment[]): Movement[] => {
  let ref = 0
  return payments.flatMap(({ amount, on, provider, returns }) => {
    let [left, last] = [amount, on]
    const moved: Movement[] = [{ kind: 'payment', ref: ++ref, day: on, amount: cents(amount), provider }]
    for (const { after, percent, bounces } of returns) {
      const back = Math.ceil((left * percent) / 100)
      if (back === 0) break
      last = addDays(last, after)
      moved.push({ kind: 'refund', ref: ++ref, day: last, amount: cents(back), provider })
      if (bounces) moved.push({ kind: 'refund', ref: ++ref, day: last, amount: cents(-back), provider })
      else left -= back
    }
    return moved
  })
}
const invoice: fc.Arbitrary<Invoice> = fc
  .record({
    tax: fc.integer({ min: 0, max: 40 }),
    subtotal: fc.integer({ min: 0, max: 90 }),
    issueDate: nth,
    isIssued: fc.boolean(),
    isPaid: fc.boolean(),
    payments: fc.array(payment, { maxLength: 3 }),
  })
  .map(({ tax, subtotal, payments, ...rest }) => ({
    ...rest,
    id: 1,
    number: 'A',
    customerId: 5,
    customerName: 'Acme',
    dueDate: start,
    total: cents(tax + subtotal),
    tax: cents(tax),
    rate: 825,
    movements: movementsOf(payments),
  }))

/** The balance of each account at the end of a day. */
const balances = (documents: LedgerDocuments, basis: Basis, until = '9999-12-31') => {
  const held: Record<string, number> = {}
  for (const event of buildEvents(documents))
    if (event.day <= until)
      for (const { account, amount } of buildEntry(event, basis)?.postings ?? []) held[account] = (held[account] ?? 0) + amount
  return held
}
const of = (one: Invoice): LedgerDocuments => ({ invoices: [one], expenses: [] })
const big = (n: bigint, other: bigint, pick: 'min' | 'max') => (n < other === (pick === 'min') ? n : other)

test('the postings of every entry sum to zero, and none is zero', () => {
  fc.assert(
    fc.property(fc.array(invoice, { maxLength: 3 }), fc.constantFrom(...bases), (invoices, basis) => {
      for (const event of buildEvents({ invoices, expenses: [] })) {
        const entry = buildEntry(event, basis)
        if (!entry) continue
        expect(entry.postings.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
        expect(entry.postings.every(({ amount }) => amount !== 0)).toBe(true)
        expect(entry.postings.length).toBeGreaterThan(1)
      }
    }),
  )
})

test('every day each account has the balance that the rules give, however cents are rounded', () => {
  fc.assert(
    fc.property(invoice, nth, (one, until) => {
      const moved = one.movements.filter((movement) => movement.day <= until)
      const sum = (kind: string, all = moved) => all.reduce((n, m) => n + (m.kind === kind ? BigInt(m.amount) : 0n), 0n)
      const [total, tax] = [BigInt(one.total), BigInt(one.tax)]
      const [net, back, taken] = [sum('payment') - sum('refund'), sum('refund'), sum('payment', one.movements as Movement[])]
      const isAsked = one.isIssued && one.issueDate <= until
      const letGo = one.isPaid && isAsked ? big(back, big(total - taken + back, 0n, 'max'), 'min') : 0n
      const share = (part: bigint) => (total === 0n ? 0n : (2n * tax * part + total) / (2n * total))
      const accrued = isAsked ? total - letGo : 0n
      const retained = one.isIssued ? big(net, total, 'min') : 0n
      for (const [basis, income, receivable, credit] of [
        ['accrual', accrued, isAsked ? big(total - net - letGo, 0n, 'max') : 0n, big(net - accrued, 0n, 'max')],
        ['cash', retained, 0n, net - retained],
      ] as const) {
        const held = balances(of(one), basis, until)
        const has = (account: string) => BigInt(held[account] ?? 0)
        expect({
          income: -has('Income:Sales'),
          tax: -has('Liabilities:Sales Tax Payable'),
          receivable: has('Assets:Accounts Receivable:C5 Acme'),
          credit: -has('Liabilities:Customer Credit:C5 Acme'),
          money: has('Assets:Bank') + has('Assets:Stripe') + has('Assets:PayPal'),
        }).toEqual({ income: income - share(income), tax: share(income), receivable, credit, money: net })
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
        (amount, i): Movement => ({ kind: 'payment', ref: i, day: start, amount: cents(amount), provider: 'manual' }),
      )
      const paid = { ...one, isIssued: true, isPaid: true, total, tax, movements }
      const back = movements.map((movement): Movement => ({ ...movement, kind: 'refund', day: addDays(start, 9) }))
      for (const basis of bases) {
        const held = balances(of(paid), basis)
        expect([held['Income:Sales'] ?? 0, held['Liabilities:Sales Tax Payable'] ?? 0]).toEqual([0 - (total - tax), 0 - tax])
        const left = balances(of({ ...paid, movements: [...movements, ...back] }), basis)
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
  const spent = { id: 3, day: start, category: 'Travel', description: 'Train', vendor: null, amount: cents(1250) }
  expect(balances({ invoices: [], expenses: [spent] }, 'cash')).toEqual({ 'Expenses:Travel': 1250, 'Assets:Bank': -1250 })
  expect(balances({ invoices: [], expenses: [{ ...spent, amount: cents(0) }] }, 'accrual')).toEqual({})
})

// The characters of the first planes, with control characters, direction marks and lone surrogates.
const name = fc
  .array(fc.oneof(fc.nat({ max: 0xffff }), fc.nat({ max: 0x7f })), { maxLength: 20 })
  .map((codes) => String.fromCharCode(...codes))

test('any name gives one account, and each customer has their own', () => {
  fc.assert(
    fc.property(name, (customerName) => {
      const account = getCustomerAccount('Assets:Accounts Receivable', { customerId: 7, customerName })
      expect(account).toMatch(/^Assets:Accounts Receivable:C7( [^\s:;|]+)*$/u)
    }),
  )
  expect(toAccountName(' Semi; Colon:\n\tLtd\u00a0\u3000(UK) \u202Eevil | x ')).toBe('Semi, Colon- Ltd (UK) evil / x')
})
