import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accountNumbers, getAccount, moneyAccounts } from '#shared/accounts.ts'
import { addDays, day } from '#shared/dates.ts'
import { computeHomeTotals } from '#shared/exchange-rates.ts'
import { cents, homeZero, parseAmount, toDecimal, toHomeAmount, zero } from '#shared/money.ts'
import { type Basis, bases } from '#shared/reports.ts'
import { deriveInvoiceEntries, type Entry } from './derive-entries.ts'
import type { InvoiceFacts, Movement, TaxGroup } from './facts.ts'

const start = day('2026-01-01')

type Sale = { net: number; taxes: number[] }

/** An invoice in euros with the home amounts that are stored when it is issued. */
const inEuros = (sales: readonly Sale[], exchangeRate: string): InvoiceFacts => {
  const groups = sales.map(({ net, taxes }) => ({
    net: cents(net),
    taxes: taxes.map((amount) => ({ base: cents(net), amount: cents(amount) })),
  }))
  const home = computeHomeTotals({ groups, rounding: cents(0) } as Parameters<typeof computeHomeTotals>[0], exchangeRate, 'USD')
  return {
    ...{
      id: 1,
      number: 'A',
      customerId: 5,
      customerName: 'Acme',
      issueDate: start,
      isIssued: true,
      isPaid: false,
      isOpeningBalance: false,
      isLateFee: false,
      isDeposit: false,
      deductions: [],
    },
    ...{ currency: 'EUR', homeCurrency: 'USD', exchangeRate, rounding: homeZero, movements: [], writeOffs: [], creditNotes: [] },
    total: cents(sales.reduce((sum, { net, taxes }) => taxes.reduce((a, b) => a + b, sum + net), 0)),
    homeTotal: toHomeAmount(home.total),
    withheld: zero,
    groups: home.groups.map(
      ({ net, taxes }, i): TaxGroup => ({
        ...{ taxRateId: i + 1, percent: null, net: toHomeAmount(net) },
        taxes: taxes.map(({ amount }, j) => ({ component: j + 1, percent: '19.0000', amount: toHomeAmount(amount) })),
      }),
    ),
  }
}

/** The balances at home of the accounts that have one, and those in the invoice's currency. */
const sumBalances = (entries: readonly Entry[], basis: Basis) => {
  const [home, currency] = [new Map<number, number>(), new Map<number, number>()]
  const add = (to: Map<number, number>, account: number, amount: number) => to.set(account, (to.get(account) ?? 0) + amount)
  for (const line of entries.flatMap(({ lines }) => lines).filter((each) => each.basis === basis)) {
    add(home, line.debit, line.amount)
    add(home, line.credit, -line.amount)
    add(currency, line.debit, line.currencyAmount ?? 0)
    add(currency, line.credit, -(line.currencyAmount ?? 0))
  }
  const get = (account: keyof typeof accountNumbers) => home.get(accountNumbers[account]) ?? 0
  const getCurrency = (account: keyof typeof accountNumbers) => currency.get(accountNumbers[account]) ?? 0
  return { home, get, getCurrency }
}

const name = (entry: Entry, basis: Basis) =>
  entry.lines
    .filter((line) => line.basis === basis)
    .map(({ debit, credit, amount, currency, currencyAmount }) =>
      [
        getAccount(debit).name,
        getAccount(credit).name,
        toDecimal(amount),
        currencyAmount === null ? '' : `${toDecimal(currencyAmount)} ${currency}`,
      ]
        .join(', ')
        .replace(/, $/, ''),
    )

const pay = (sourceId: number, at: number, amount: string, homeAmount: string): Movement => ({
  ...{ kind: 'payment', sourceId, day: addDays(start, at), provider: 'manual', fee: homeZero },
  ...{ amount: parseAmount(amount), homeAmount: toHomeAmount(parseAmount(homeAmount)) },
})

test('EUR 1,000 + 19% at 1.0842 is 1,290.20; EUR 400 at 1.10 gain 6.32, EUR 790 at 1.05 lose 27.02, and nothing is receivable', () => {
  const movements = [pay(1, 5, '400.00', '440.00'), pay(2, 9, '790.00', '829.50')]
  const invoice = { ...inEuros([{ net: 100_000, taxes: [19_000] }], '1.0842'), movements }
  expect(toDecimal(invoice.homeTotal)).toBe('1290.20')
  const entries = deriveInvoiceEntries(invoice)
  expect(entries.map((entry) => name(entry, 'accrual'))).toEqual([
    ['Accounts Receivable, Sales, 1084.20, 1000.00 EUR', 'Accounts Receivable, Sales Tax Payable, 206.00, 190.00 EUR'],
    ['Bank, Accounts Receivable, 433.68, 400.00 EUR', 'Bank, Exchange Gain or Loss, 6.32'],
    ['Bank, Accounts Receivable, 829.50, 790.00 EUR', 'Exchange Gain or Loss, Accounts Receivable, 27.02, 0.00 EUR'],
  ])
  expect(entries.map((entry) => name(entry, 'cash'))).toEqual([
    [],
    ['Bank, Sales, 364.44', 'Bank, Sales Tax Payable, 69.24', 'Bank, Exchange Gain or Loss, 6.32'],
    ['Bank, Sales, 719.76', 'Bank, Sales Tax Payable, 109.74', 'Exchange Gain or Loss, Sales Tax Payable, 27.02'],
  ])
  for (const basis of bases) {
    const { get, getCurrency } = sumBalances(entries, basis)
    expect([get('receivable'), getCurrency('receivable'), get('exchangeDifference'), get('bank')]).toEqual([0, 0, 20_700, 1_269_500])
  }
})

test('what is paid before the issue, and beyond the total, is credit at the rate of the invoice', () => {
  const movements = [pay(1, -3, '400.00', '440.00'), pay(2, 9, '890.00', '934.50')]
  const entries = deriveInvoiceEntries({ ...inEuros([{ net: 100_000, taxes: [19_000] }], '1.0842'), movements })
  expect(entries.map((entry) => name(entry, 'accrual'))).toEqual([
    ['Bank, Customer Credit, 433.68, 400.00 EUR', 'Bank, Exchange Gain or Loss, 6.32'],
    [
      'Accounts Receivable, Sales, 856.52, 790.00 EUR',
      'Customer Credit, Sales, 227.68, 210.00 EUR',
      'Customer Credit, Sales Tax Payable, 206.00, 190.00 EUR',
    ],
    [
      'Bank, Accounts Receivable, 856.52, 790.00 EUR',
      'Bank, Customer Credit, 77.98, 100.00 EUR',
      'Exchange Gain or Loss, Customer Credit, 30.44, 0.00 EUR',
    ],
  ])
})

const giveBack = (sourceId: number, at: number, amount: string, homeAmount: string): Movement => ({
  ...pay(sourceId, at, amount, homeAmount),
  ...{ kind: 'refund', provider: 'stripe' },
})
const payOnline = (at: number, amount: string, homeAmount: string): Movement => ({ ...pay(1, at, amount, homeAmount), provider: 'stripe' })
const paidInFull = (...returns: Movement[]) =>
  deriveInvoiceEntries({ ...inEuros([{ net: 40_000, taxes: [] }], '1.0842'), movements: [payOnline(5, '400.00', '440.00'), ...returns] })
const names = (entries: readonly Entry[]) => entries.map((entry) => name(entry, 'accrual'))

test('EUR 400 at 1.10 gain 6.32; EUR 100 back at 1.05 gain 3.42, the rest at 1.20 loses 34.74, and all is receivable again', () => {
  const entries = paidInFull(giveBack(2, 6, '100.00', '105.00'), giveBack(3, 9, '300.00', '360.00'))
  expect(names(entries).slice(1)).toEqual([
    ['Stripe Clearing, Accounts Receivable, 433.68, 400.00 EUR', 'Stripe Clearing, Exchange Gain or Loss, 6.32'],
    ['Accounts Receivable, Stripe Clearing, 105.00, 100.00 EUR', 'Accounts Receivable, Exchange Gain or Loss, 3.42, 0.00 EUR'],
    ['Accounts Receivable, Stripe Clearing, 325.26, 300.00 EUR', 'Exchange Gain or Loss, Stripe Clearing, 34.74'],
  ])
  for (const basis of bases) {
    const { get, getCurrency } = sumBalances(entries, basis)
    // 440 - 105 - 360.
    expect([get('stripeClearing'), get('exchangeDifference')]).toEqual([-25_000, 25_000])
    const isOwed = basis === 'accrual'
    expect([get('receivable'), getCurrency('receivable')]).toEqual(isOwed ? [433_680, 400_000] : [0, 0])
  }
})

test('a dispute is lost at 1.05 and given back at 1.20: what Stripe holds is the difference more, and nothing is receivable', () => {
  const entries = paidInFull(giveBack(2, 6, '400.00', '420.00'), giveBack(3, 9, '-400.00', '-480.00'))
  expect(names(entries).slice(2)).toEqual([
    ['Accounts Receivable, Stripe Clearing, 420.00, 400.00 EUR', 'Accounts Receivable, Exchange Gain or Loss, 13.68, 0.00 EUR'],
    ['Stripe Clearing, Accounts Receivable, 433.68, 400.00 EUR', 'Stripe Clearing, Exchange Gain or Loss, 46.32'],
  ])
  const { get, getCurrency } = sumBalances(entries, 'accrual')
  expect([get('stripeClearing'), get('receivable'), getCurrency('receivable'), get('exchangeDifference')]).toEqual([500_000, 0, 0, -66_320])
})

test('a dispute that is won at another rate leaves a difference alone, also while the rate of a draft is unknown', () => {
  expect(names(paidInFull(giveBack(2, 6, '0.00', '12.00'))).at(-1)).toEqual(['Exchange Gain or Loss, Stripe Clearing, 12.00'])
  const draft = { ...inEuros([], '1'), exchangeRate: null, isIssued: false }
  const movements = [payOnline(1, '400.00', '440.00'), giveBack(2, 6, '400.00', '420.00')]
  expect(names(deriveInvoiceEntries({ ...draft, movements }))).toEqual([
    ['Stripe Clearing, Customer Credit, 440.00, 400.00 EUR'],
    ['Customer Credit, Stripe Clearing, 420.00, 400.00 EUR', 'Customer Credit, Exchange Gain or Loss, 20.00, 0.00 EUR'],
  ])
})

const rate = fc.constantFrom('1.0842', '0.0066332212', '1', '163.45', '0.00006', '0.5')
const nth = fc.integer({ min: -3, max: 6 }).map((n) => addDays(start, n))
const payment = fc.record({
  amount: fc.integer({ min: 1, max: 200 }),
  homeAmount: fc.oneof(fc.nat({ max: 300 }), fc.constant(0)),
  on: nth,
  returns: fc.array(fc.record({ percent: fc.nat({ max: 100 }), after: fc.nat({ max: 3 }), taken: fc.option(fc.nat({ max: 400 })) }), {
    maxLength: 2,
  }),
})
const toMovements = (payments: (typeof payment extends fc.Arbitrary<infer P> ? P : never)[]): Movement[] =>
  payments.flatMap(({ amount, homeAmount, on, returns }, i) => {
    const common = { provider: 'manual', fee: homeZero }
    const all: Movement[] = [
      { kind: 'payment', sourceId: 10 * i, day: on, amount: cents(amount), homeAmount: toHomeAmount(homeAmount), ...common },
    ]
    let [back, homeBack, last] = [0, 0, on]
    for (const [j, { percent, after, taken }] of returns.entries()) {
      last = addDays(last, after)
      const part = Math.ceil(((amount - back) * percent) / 100)
      const homePart = Math.round((homeAmount * (back + part)) / amount) - homeBack
      back += part
      homeBack += homePart
      // Without an amount only a difference of rates is left.
      const took = taken ?? homePart
      if (part > 0 || took > 0)
        all.push({ kind: 'refund', sourceId: 10 * i + j, day: last, amount: cents(part), homeAmount: toHomeAmount(took), ...common })
    }
    return all
  })
/** n / d, rounded half away from zero to whole cents. */
const roundCents = (n: bigint, d: bigint) => {
  const unit = 10n * d
  const size = n < 0n ? -n : n
  const whole = (2n * size + unit) / (2n * unit)
  return Number(n < 0n ? -whole : whole) * 10
}
const readRate = (text: string): [digits: bigint, one: bigint] => {
  const [whole, fraction = ''] = text.split('.')
  return [BigInt(whole + fraction), 10n ** BigInt(fraction.length)]
}

const foreign = fc
  .record({
    sales: fc.array(
      fc.record({ net: fc.integer({ min: -30, max: 90 }), taxes: fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 2 }) }),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
    rate,
    isPaid: fc.boolean(),
    isIssued: fc.boolean(),
    payments: fc.array(payment, { maxLength: 3 }),
  })
  .map(({ sales, rate: used, payments, ...rest }): InvoiceFacts => ({ ...inEuros(sales, used), ...rest, movements: toMovements(payments) }))
  .filter(({ total, homeTotal }) => total >= 0 && homeTotal >= 0)

test('whatever the rates and the order, each balance is right in both currencies, and entries balance without cents that are left', () => {
  fc.assert(
    fc.property(foreign, (invoice) => {
      const entries = deriveInvoiceEntries(invoice)
      for (const { lines } of entries)
        for (const { debit, credit, amount, currency, currencyAmount } of lines) {
          expect([amount > 0, debit !== credit]).toEqual([true, true])
          const isOfCurrency = [debit, credit].some((account) => [1200, 2300].includes(account))
          expect([currency, currencyAmount === null, (currencyAmount ?? 0) >= 0]).toEqual([
            isOfCurrency ? 'EUR' : null,
            !isOfCurrency,
            true,
          ])
        }
      const add = (kind: Movement['kind'], pick: (movement: Movement) => number) =>
        invoice.movements.reduce((sum, movement) => sum + (movement.kind === kind ? pick(movement) : 0), 0)
      const [taken, back] = [add('payment', ({ amount }) => amount), add('refund', ({ amount }) => amount)]
      const money = add('payment', ({ homeAmount }) => homeAmount) - add('refund', ({ homeAmount }) => homeAmount)
      const { total, isIssued, isPaid } = invoice
      const returned = isPaid && isIssued ? Math.min(back, Math.max(total - taken + back, 0)) : 0
      for (const basis of bases) {
        const { home, get, getCurrency } = sumBalances(entries, basis)
        const income = !isIssued ? 0 : basis === 'accrual' ? total - returned : Math.min(taken - back, total)
        const open = income - (taken - back)
        expect([getCurrency('receivable'), getCurrency('customerCredit')]).toEqual([Math.max(open, 0), Math.min(open, 0) + 0])
        if (open >= 0) expect(get('customerCredit')).toBe(0)
        if (open <= 0) expect(get('receivable')).toBe(0)
        expect(moneyAccounts.reduce((sum, account) => sum + (home.get(account) ?? 0), 0)).toBe(money)
        expect([...home.values()].reduce((a, b) => a + b, 0)).toBe(0)
        if (total > 0) {
          const [digits, one] = readRate(invoice.exchangeRate!)
          const settled = Math.min(taken - back, total)
          const relieved = roundCents(BigInt(invoice.homeTotal) * BigInt(settled), BigInt(total))
          const credit = roundCents(BigInt(taken - back - settled) * digits, one)
          expect(get('exchangeDifference') + 0).toBe(relieved + credit - money + 0)
        }
        // All of the sale is recognized, or none of it.
        if (total > 0 && income === total) expect(get('sales') + get('salesTaxPayable')).toBe(0 - invoice.homeTotal)
        if (total > 0 && invoice.homeTotal > 0 && income === 0) expect([get('sales') + 0, get('salesTaxPayable') + 0]).toEqual([0, 0])
      }
    }),
    { numRuns: 2000 },
  )
})
