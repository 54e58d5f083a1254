import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accountNumbers, getExpenseAccount } from '#shared/accounts.ts'
import { addDays, day } from '#shared/dates.ts'
import { toAmount as cents, homeZero, toHomeAmount } from '#shared/money.ts'
import { type Basis, bases } from '#shared/reports.ts'
import { computeShare, deriveExpenseEntries, deriveInvoiceEntries, type Entry } from './derive-entries.ts'
import type { InvoiceFacts, Movement, TaxGroup } from './facts.ts'

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
      {
        kind: 'payment',
        sourceId: ++ref,
        day: on,
        amount: cents(amount),
        homeAmount: toHomeAmount(amount),
        provider,
        fee: toHomeAmount(provider === 'manual' ? 0 : fee),
      },
    ]
    for (const { after, percent, bounces } of returns) {
      const back = Math.ceil((left * percent) / 100)
      if (back === 0) break
      last = addDays(last, after)
      moved.push({
        kind: 'refund',
        sourceId: ++ref,
        day: last,
        amount: cents(back),
        homeAmount: toHomeAmount(back),
        provider,
        fee: homeZero,
      })
      if (bounces)
        moved.push({
          kind: 'refund',
          sourceId: ++ref,
          day: last,
          amount: cents(-back),
          homeAmount: toHomeAmount(-back),
          provider,
          fee: homeZero,
        })
      else left -= back
    }
    return moved
  })
}
const ownGroups = fc
  .record({ tax: fc.integer({ min: 0, max: 40 }), net: fc.integer({ min: 0, max: 90 }) })
  .map(({ tax, net }): TaxGroup[] => [
    {
      taxRateId: null,
      percent: '8.2500',
      net: toHomeAmount(net),
      taxes: [{ component: null, percent: '8.2500', amount: toHomeAmount(tax) }],
    },
  ])
// Rates on lines, of up to three taxes, some of zero; groups can be negative, and the last one has no rate at times.
const rateGroups = fc
  .array(
    fc.record({
      net: fc.integer({ min: -30, max: 90 }),
      taxes: fc.array(fc.integer({ min: -5, max: 20 }), { maxLength: 3 }),
      isUntaxed: fc.boolean(),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((groups) =>
    groups.map(({ net, taxes, isUntaxed }, i): TaxGroup => {
      if (isUntaxed && i === groups.length - 1) return { taxRateId: null, percent: null, net: toHomeAmount(net), taxes: [] }
      return {
        ...{ taxRateId: i + 1, percent: null, net: toHomeAmount(net) },
        taxes: taxes.map((amount, j) => ({ component: j + 1, percent: `${j + 5}.0000`, amount: toHomeAmount(amount) })),
      }
    }),
  )
const sumGroups = (groups: readonly TaxGroup[]) =>
  groups.reduce((sum, { net, taxes }) => taxes.reduce((before, { amount }) => before + amount, sum + net), 0)

/** The total of an invoice in the home currency. */
const inDollars = (total: number) => ({
  // A dinar's minor unit is the unit of amounts, so that the numbers here are whole minor units.
  ...({ currency: 'KWD', homeCurrency: 'KWD', exchangeRate: '1' } as const),
  ...{ total: cents(total), homeTotal: toHomeAmount(total), withheld: cents(0) },
})
const invoice: fc.Arbitrary<InvoiceFacts> = fc
  .record({
    groups: fc.oneof(ownGroups, rateGroups).filter((groups) => sumGroups(groups) >= 0),
    rounding: fc.constantFrom(0, 0, 1, -1, 2),
    issueDate: nth,
    isIssued: fc.boolean(),
    isPaid: fc.boolean(),
    isOpeningBalance: fc.boolean(),
    isLateFee: fc.boolean(),
    isDeposit: fc.boolean(),
    deducted: fc.array(fc.integer({ min: 0, max: 9999 }), { maxLength: 3 }),
    payments: fc.array(payment, { maxLength: 3 }),
  })
  .filter(({ groups, rounding }) => sumGroups(groups) + rounding >= 0)
  .map(({ payments, deducted, ...rest }) => ({
    ...rest,
    deductions: deducted.flatMap((net, i) => {
      const { taxRateId, percent } = rest.groups[i] ?? { taxRateId: null, percent: null }
      return rest.isDeposit || i >= rest.groups.length ? [] : [{ taxRateId, percent, net: toHomeAmount(net) }]
    }),
    rounding: toHomeAmount(rest.rounding),
    ...inDollars(sumGroups(rest.groups) + rest.rounding),
    ...{ id: 1, number: 'A', customerId: 5, customerName: 'Acme' },
    ...{ movements: movementsOf(payments), writeOffs: [], creditNotes: [] },
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
/** The balance of each account and tax: only sales and sales tax have one. */
const balancesByTax = (entries: readonly Entry[], basis: Basis, until = '9999-12-31') => {
  const held = new Map<string, number>()
  const { sales, lateFees, deposits, salesTaxPayable, openingBalanceEquity } = accountNumbers
  const taxed: number[] = [sales, lateFees, deposits, salesTaxPayable, openingBalanceEquity]
  for (const { day, lines } of entries)
    for (const { debit, credit, amount, taxRateId, taxComponent, taxPercent } of lines.filter(
      (line) => day <= until && line.basis === basis,
    ))
      for (const [account, change] of [[debit, amount] as const, [credit, -amount] as const])
        if (taxed.includes(account)) {
          const key = [account, taxRateId, taxComponent, taxPercent].join(' ')
          held.set(key, (held.get(key) ?? 0) + change)
        }
  return new Map([...held].filter(([, amount]) => amount !== 0))
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
      const total = BigInt(one.total)
      const fees = moved.reduce((n, { fee }) => n + BigInt(fee), 0n)
      const isSale = (basis: Basis) => basis === 'cash' || !one.isOpeningBalance
      const [kept, back, taken] = [sum('payment') - sum('refund'), sum('refund'), sum('payment', one.movements)]
      const isAsked = one.isIssued && one.issueDate <= until
      const letGo = one.isPaid && isAsked ? big(back, big(total - taken + back, 0n, 'max'), 'min') : 0n
      /** Half away from zero. An invoice of zero is earned when it is issued. */
      const share = (amount: number | bigint, part: bigint) => {
        if (total === 0n) return isAsked ? BigInt(amount) : 0n
        const twice = 2n * BigInt(amount) * part
        return (twice < 0n ? twice - total : twice + total) / (2n * total)
      }
      const accrued = isAsked ? total - letGo : 0n
      const retained = one.isIssued ? big(kept, total, 'min') : 0n
      for (const [basis, income, receivable, credit] of [
        ['accrual', accrued, isAsked ? big(total - kept - letGo, 0n, 'max') : 0n, big(kept - accrued, 0n, 'max')],
        ['cash', retained, 0n, kept - retained],
      ] as const) {
        const held = balances(deriveInvoiceEntries(one), basis, until)
        const has = (account: keyof typeof accountNumbers) => BigInt(held[accountNumbers[account]] ?? 0)
        const expected = new Map<string, bigint>()
        // Declared before, with its tax: all of it is one amount.
        const isDeclared = !isSale(basis)
        const taxes = one.groups.map((group) => group.taxes.map(({ amount }) => (isDeclared ? 0n : share(amount, income))))
        const rounded = isDeclared ? 0n : share(one.rounding, income)
        const net = income - taxes.flat().reduce((a, b) => a + b, 0n) - rounded
        one.groups.forEach(({ taxRateId, percent, taxes: components }, i) => {
          const sumNets = (n: number) => one.groups.slice(0, n).reduce((a, group) => a + group.net, 0)
          const upTo = (n: number) => (n === one.groups.length || (isDeclared && n > 0) ? net : share(sumNets(n), income))
          const earned = one.isLateFee && taxRateId === null && percent === null ? accountNumbers.lateFees : accountNumbers.sales
          const isAccrual = basis === 'accrual'
          const sale = isAccrual && one.isDeposit ? accountNumbers.deposits : earned
          const account = isDeclared ? accountNumbers.openingBalanceEquity : sale
          const deducted = isAccrual && one.isIssued && one.issueDate <= until ? BigInt(one.deductions[i]?.net ?? 0) : 0n
          expected.set([account, taxRateId, null, percent].join(' '), upTo(i) - upTo(i + 1) - deducted)
          if (deducted !== 0n) expected.set([accountNumbers.deposits, taxRateId, null, percent].join(' '), deducted)
          components.forEach((tax, j) => {
            expected.set([accountNumbers.salesTaxPayable, taxRateId, tax.component, tax.percent].join(' '), -taxes[i]![j]!)
          })
        })
        expect(balancesByTax(deriveInvoiceEntries(one), basis, until)).toEqual(
          new Map([...expected].filter(([, amount]) => amount !== 0n).map(([key, amount]) => [key, Number(amount)])),
        )
        expect({
          rounding: -has('rounding'),
          receivable: has('receivable'),
          credit: -has('customerCredit'),
          fees: has('paymentFees'),
          money: has('bank') + has('stripeClearing') + has('paypalClearing'),
        }).toEqual({
          rounding: rounded,
          receivable,
          credit,
          fees,
          money: kept - fees,
        })
      }
    }),
    { numRuns: 500 },
  )
})

test('payments in any parts recognize the whole sale and each tax in the end, and refunds take them back', () => {
  fc.assert(
    fc.property(invoice, fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 9 }), (one, cuts) => {
      const parts: number[] = []
      let left: number = one.total
      for (const cut of [...cuts, left]) {
        const part = Math.min(cut, left)
        if (part > 0) parts.push(part)
        left -= part
      }
      const movements = parts.map(
        (amount, i): Movement => ({
          kind: 'payment',
          sourceId: i,
          day: start,
          ...{ amount: cents(amount), homeAmount: toHomeAmount(amount) },
          provider: 'manual',
          fee: homeZero,
        }),
      )
      const kinds = { isOpeningBalance: false, isLateFee: false, isDeposit: false, deductions: [] }
      const paid = { ...one, ...kinds, isIssued: true, isPaid: true, movements }
      const back = movements.map((movement): Movement => ({ ...movement, kind: 'refund', day: addDays(start, 9) }))
      const whole = new Map<string, number>()
      for (const { taxRateId, percent, net, taxes } of one.groups) {
        whole.set([accountNumbers.sales, taxRateId, null, percent].join(' '), -net)
        for (const tax of taxes) whole.set([accountNumbers.salesTaxPayable, taxRateId, tax.component, tax.percent].join(' '), -tax.amount)
      }
      const expected = new Map([...whole].filter(([, amount]) => amount !== 0))
      for (const basis of bases) {
        expect(balancesByTax(deriveInvoiceEntries(paid), basis)).toEqual(expected)
        expect(balances(deriveInvoiceEntries(paid), basis)[accountNumbers.rounding] ?? 0).toBe(0 - one.rounding)
        if (one.total === 0) continue
        const undone = deriveInvoiceEntries({ ...paid, movements: [...movements, ...back] })
        expect([
          ...balancesByTax(undone, basis).values(),
          ...Object.values(balances(undone, basis)).filter((amount) => amount !== 0),
        ]).toEqual([])
      }
    }),
    { numRuns: 500 },
  )
})

test('an invoice with one rate of its own has the same lines as ever, and one with several taxes a line for each', () => {
  const facts = {
    ...{ id: 1, number: 'A', customerId: 5, customerName: 'Acme', issueDate: start, isIssued: true, isPaid: false },
    ...{ isOpeningBalance: false, isLateFee: false, isDeposit: false, deductions: [], movements: [], writeOffs: [], creditNotes: [] },
  }
  const linesOf = (groups: TaxGroup[], rounding = 0) =>
    deriveInvoiceEntries({ ...facts, groups, rounding: toHomeAmount(rounding), ...inDollars(sumGroups(groups) + rounding) })[0]!.lines.map(
      ({ debit, credit, amount, taxRateId, taxComponent, taxPercent }) => [debit, credit, amount, taxRateId, taxComponent, taxPercent],
    )
  const own: TaxGroup = {
    ...{ taxRateId: null, percent: '8.2500', net: toHomeAmount(10_000) },
    taxes: [{ component: null, percent: '8.2500', amount: toHomeAmount(825) }],
  }
  expect(linesOf([own])).toEqual([
    [1200, 4000, 10_000, null, null, '8.2500'],
    [1200, 2200, 825, null, null, '8.2500'],
  ])
  const quebec: TaxGroup = {
    ...{ taxRateId: 7, percent: null, net: toHomeAmount(8697) },
    taxes: [
      { component: 1, percent: '5.0000', amount: toHomeAmount(435) },
      { component: 2, percent: '9.9750', amount: toHomeAmount(868) },
    ],
  }
  const returned: TaxGroup = {
    taxRateId: 8,
    percent: null,
    net: toHomeAmount(-1000),
    taxes: [{ component: 1, percent: '0.0000', amount: homeZero }],
  }
  expect(linesOf([quebec, returned], 1)).toEqual([
    [1200, 4000, 8697, 7, null, null],
    [1200, 2200, 304, 7, 1, '5.0000'],
    ...[
      [4000, 1200, 131, 8, null, null],
      [1200, 2200, 131, 7, 1, '5.0000'],
      [4000, 1200, 868, 8, null, null],
      [1200, 2200, 868, 7, 2, '9.9750'],
      [4000, 4900, 1, 8, null, null],
    ],
  ])
  // A sale and a return of the same amount: nothing has to be paid, so it counts at once on both bases.
  const sold: TaxGroup = { taxRateId: null, percent: null, net: toHomeAmount(1000), taxes: [] }
  const lines = [
    [4000, 1200, 1000, 8, null, null],
    [1200, 4000, 1000, null, null, null],
  ]
  expect(linesOf([returned, sold])).toEqual([...lines, ...lines])
})

test('shares round half away from zero, in whole numbers', () => {
  expect([1, 2, 3, 4].map((part) => computeShare(toHomeAmount(2), part, 4, 'KWD'))).toEqual([1, 1, 2, 2])
  expect(computeShare(toHomeAmount(9_999_999_999), 9_999_999_998, 9_999_999_999, 'KWD')).toBe(9_999_999_998)
  expect(computeShare(homeZero, 0, 0, 'KWD')).toBe(0)
})

test('an expense is paid from the bank, and a refund of the supplier comes back there', () => {
  const spent = { id: 3, day: start, category: 'Travel', description: 'Train', vendor: null, amount: toHomeAmount(1250), customerId: null }
  for (const basis of bases)
    expect(balances(deriveExpenseEntries(spent), basis)).toEqual({ [getExpenseAccount('Travel')]: 1250, [accountNumbers.bank]: -1250 })
  for (const basis of bases)
    expect(balances(deriveExpenseEntries({ ...spent, amount: toHomeAmount(-450) }), basis)).toEqual({
      ...{ [getExpenseAccount('Travel')]: -450, [accountNumbers.bank]: 450 },
    })
})
