import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accountNumbers, getAccount } from '#shared/accounts.ts'
import { addDays, type Day, day } from '#shared/dates.ts'
import { homeZero, scale, toAmount, toHomeAmount, zero } from '#shared/money.ts'
import { type Basis, bases } from '#shared/reports.ts'
import { deriveInvoiceEntries, type Entry } from './derive-entries.ts'
import type { InvoiceFacts, Movement } from './facts.ts'
import type { WriteOff } from './write-off-events.ts'

const start = day('2026-01-01')
const on = (n: number): Day => addDays(start, n)

type Sale = { net: number; taxes: number[] }
type Facts = { sales: Sale[]; movements?: Movement[]; writeOffs?: WriteOff[]; isPaid?: boolean; rate?: bigint }

/** n / d, rounded half away from zero. */
const divideHalfUp = (n: bigint, d: bigint): bigint => (n < 0n ? -((-2n * n + d) / (2n * d)) : (2n * n + d) / (2n * d))

/**
 * Amounts are in minor units of the dinar, which are the units of amounts. In another currency a dinar costs `rate` thousandths of one at
 * home.
 */
const invoiceOf = ({ sales, movements = [], writeOffs = [], isPaid = false, rate }: Facts): InvoiceFacts => {
  const toHome = (amount: number) => toHomeAmount(rate === undefined ? amount : Number(divideHalfUp(BigInt(amount) * rate, 1000n)))
  const groups = sales.map(({ net, taxes }, i) => ({
    ...{ taxRateId: i + 1, percent: null, net: toHome(net) },
    taxes: taxes.map((amount, j) => ({ component: j + 1, percent: '5.0000', amount: toHome(amount) })),
  }))
  return {
    ...{ id: 1, number: 'A', customerId: 5, customerName: 'Acme', issueDate: start, isIssued: true, isPaid },
    ...{ isOpeningBalance: false, isLateFee: false, isDeposit: false, deductions: [] },
    ...{
      currency: rate === undefined ? 'KWD' : 'BHD',
      homeCurrency: 'KWD',
      exchangeRate: rate === undefined ? '1' : String(Number(rate) / 1000),
    },
    total: toAmount(sales.reduce((sum, { net, taxes }) => taxes.reduce((a, b) => a + b, sum + net), 0)),
    withheld: zero,
    homeTotal: toHomeAmount(groups.reduce((sum, { net, taxes }) => taxes.reduce((a, { amount }) => a + amount, sum + net), 0)),
    ...{ groups, rounding: homeZero, movements, writeOffs, creditNotes: [] },
  }
}
const pay = (sourceId: number, at: number, amount: number, homeAmount = amount): Movement => ({
  ...{
    kind: 'payment',
    sourceId,
    day: on(at),
    amount: toAmount(amount),
    homeAmount: toHomeAmount(homeAmount),
    provider: 'manual',
    fee: homeZero,
  },
})
const writeOff = (id: number, at: number, amount: number, rest: Partial<WriteOff> = {}): WriteOff => ({
  ...{ id, day: on(at), amount: toAmount(amount), homeAmount: toHomeAmount(amount), recoversTax: false, reversedOn: null, ...rest },
})

const linesOf = (entry: Entry, basis: Basis) =>
  entry.lines
    .filter((line) => line.basis === basis)
    .map(({ debit, credit, amount, taxComponent }) =>
      [getAccount(debit).name, getAccount(credit).name, amount, ...(taxComponent === null ? [] : [`tax ${taxComponent}`])].join(', '),
    )
const name = (entries: readonly Entry[], basis: Basis = 'accrual') =>
  entries.filter(({ kind }) => kind.startsWith('write-off')).map((entry) => [entry.kind, entry.day, ...linesOf(entry, basis)])
/** The balances of accounts, at home and in the invoice's currency, at the end of a day. */
const balancesOf = (entries: readonly Entry[], basis: Basis, until: Day = on(999)) => {
  const [home, own] = [new Map<number, number>(), new Map<number, number>()]
  for (const { lines } of entries.filter((entry) => entry.day <= until))
    for (const line of lines.filter((each) => each.basis === basis))
      for (const [account, sign] of [[line.debit, 1] as const, [line.credit, -1] as const]) {
        home.set(account, (home.get(account) ?? 0) + sign * line.amount)
        own.set(account, (own.get(account) ?? 0) + sign * (line.currencyAmount ?? 0))
      }
  return {
    get: (account: keyof typeof accountNumbers) => (home.get(accountNumbers[account]) ?? 0) + 0,
    getOwn: (account: keyof typeof accountNumbers) => (own.get(accountNumbers[account]) ?? 0) + 0,
  }
}

test('a write-off is a bad debt, and on a cash basis nothing', () => {
  const entries = deriveInvoiceEntries(
    invoiceOf({ sales: [{ net: 1000, taxes: [100] }], writeOffs: [writeOff(7, 40, 1100)], isPaid: true }),
  )
  expect(name(entries)).toEqual([['write-off', on(40), 'Bad Debts, Accounts Receivable, 1100']])
  expect(entries.at(-1)).toMatchObject({ sourceId: 7, documentId: 1, description: 'Write-off of A' })
  expect(entries.filter(({ lines }) => lines.some(({ basis }) => basis === 'cash'))).toEqual([])
})

test('the tax part goes back component by component, also of a part of the total, and the parts add up to it', () => {
  // Taxes of 50 and 100 in 1,150; of 575 half: 25 and 50. Of 100 the sum 150 x 100 / 1150 = 13.04 is 13: 50 alone is 4, so the second is 9.
  const sales = [{ net: 1000, taxes: [50, 100] }]
  const half = deriveInvoiceEntries(invoiceOf({ sales, writeOffs: [writeOff(7, 40, 575, { recoversTax: true })] }))
  expect(name(half)).toEqual([
    [
      'write-off',
      on(40),
      'Sales Tax Payable, Accounts Receivable, 25, tax 1',
      'Sales Tax Payable, Accounts Receivable, 50, tax 2',
      'Bad Debts, Accounts Receivable, 500',
    ],
  ])
  const few = deriveInvoiceEntries(invoiceOf({ sales, writeOffs: [writeOff(7, 40, 100, { recoversTax: true })] }))
  expect(name(few)[0]!.slice(2)).toEqual([
    'Sales Tax Payable, Accounts Receivable, 4, tax 1',
    'Sales Tax Payable, Accounts Receivable, 9, tax 2',
    'Bad Debts, Accounts Receivable, 87',
  ])
})

test('it is undone on a day of its own, before the payment of that day, and never before it was written off', () => {
  const undone = { recoversTax: true, reversedOn: on(60) }
  const entries = deriveInvoiceEntries(
    invoiceOf({
      sales: [{ net: 1000, taxes: [100] }],
      writeOffs: [writeOff(7, 40, 1100, undone)],
      movements: [pay(1, 60, 1100)],
      isPaid: true,
    }),
  )
  expect(entries.map(({ kind, day: at }) => [kind, at])).toEqual([
    ['invoice', start],
    ['write-off', on(40)],
    ['write-off reversal', on(60)],
    ['payment', on(60)],
  ])
  expect(linesOf(entries[2]!, 'accrual')).toEqual([
    'Accounts Receivable, Sales Tax Payable, 100, tax 1',
    'Accounts Receivable, Bad Debts, 1000',
  ])
  expect(linesOf(entries[3]!, 'accrual')).toEqual(['Bank, Accounts Receivable, 1100'])
  // An issue date that was moved behind both moves them.
  const moved = deriveInvoiceEntries({
    ...invoiceOf({ sales: [{ net: 1000, taxes: [] }], writeOffs: [writeOff(7, 40, 1000, undone)] }),
    issueDate: on(80),
  })
  expect(moved.map(({ kind, day: at }) => [kind, at])).toEqual([
    ['invoice', on(80)],
    ['write-off', on(80)],
    ['write-off reversal', on(80)],
  ])
})

test('what was refunded before and then written off does not reduce the sale as well', () => {
  const refunded: Movement = { ...pay(2, 10, 300), kind: 'refund' }
  const sale = { sales: [{ net: 1000, taxes: [] }], isPaid: true }
  const before = balancesOf(
    deriveInvoiceEntries(invoiceOf({ ...sale, movements: [pay(1, 5, 600), refunded], writeOffs: [writeOff(7, 40, 700)] })),
    'accrual',
  )
  expect([before.get('receivable'), before.get('badDebts'), before.get('sales'), before.get('bank')]).toEqual([0, 700, -1000, 300])
  // A refund after it is kept by the customer, as a refund of any paid invoice.
  const after = balancesOf(
    deriveInvoiceEntries(
      invoiceOf({ ...sale, movements: [pay(1, 5, 600), { ...refunded, day: on(50) }], writeOffs: [writeOff(7, 40, 400)] }),
    ),
    'accrual',
  )
  expect([after.get('receivable'), after.get('badDebts'), after.get('sales'), after.get('bank')]).toEqual([0, 400, -700, 300])
})

test('in another currency the receivable ends at zero in both, and a cent between the home amounts is an exchange difference', () => {
  // 1000 at 1.0842 is 1084; 400 paid at 1.1 are 440 for 434 of it, the rest is 650.
  const facts = { sales: [{ net: 1000, taxes: [] }], movements: [pay(1, 5, 400, 440)], rate: 1084n, isPaid: true }
  const exact = deriveInvoiceEntries(invoiceOf({ ...facts, writeOffs: [writeOff(7, 40, 600, { homeAmount: toHomeAmount(650) })] }))
  expect(name(exact)).toEqual([['write-off', on(40), 'Bad Debts, Accounts Receivable, 650']])
  const other = deriveInvoiceEntries(invoiceOf({ ...facts, writeOffs: [writeOff(7, 40, 600, { homeAmount: toHomeAmount(651) })] }))
  expect(name(other)[0]!.slice(2)).toEqual(['Bad Debts, Accounts Receivable, 650', 'Bad Debts, Exchange Gain or Loss, 1'])
  for (const entries of [exact, other]) {
    const { get, getOwn } = balancesOf(entries, 'accrual')
    expect([get('receivable'), getOwn('receivable')]).toEqual([0, 0])
  }
})

// A random course of payments, write-offs and reversals, which the app allows: a write-off is at most what is due, and money that does not
// fit undoes it first.
const act = fc.record({
  what: fc.constantFrom('pay', 'write off', 'write off', 'undo'),
  percent: fc.oneof(fc.constantFrom(100, 100, 300), fc.integer({ min: 1, max: 130 })),
  recoversTax: fc.boolean(),
  after: fc.nat({ max: 2 }),
  worth: fc.integer({ min: 80, max: 120 }),
})
const course = fc.record({
  sales: fc.array(
    fc.record({ net: fc.integer({ min: 1, max: 900 }), taxes: fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 3 }) }),
    { minLength: 1, maxLength: 3 },
  ),
  rate: fc.option(fc.constantFrom(1084n, 7n, 163_450n), { nil: undefined }),
  acts: fc.array(act, { maxLength: 8 }),
})

type Model = { paid: number; money: number; standing: WriteOff | null; writeOffs: WriteOff[]; movements: Movement[] }

test('whatever comes when, the receivable is what is due and ends at exactly 0, and tax and bad debts add up to what is written off', () => {
  let [settled, recovered] = [0, 0]
  fc.assert(
    fc.property(course, ({ sales, rate, acts }) => {
      const bare = invoiceOf({ sales, ...(rate === undefined ? {} : { rate }) })
      const { total, homeTotal } = bare
      /** A part of the total at home: in the home currency itself. */
      const share = (part: number) => scale(homeTotal, part, total, 'KWD')
      const model: Model = { paid: 0, money: 0, standing: null, writeOffs: [], movements: [] }
      const reverse = (at: number) => {
        const { standing } = model
        if (!standing) return
        model.writeOffs = model.writeOffs.map((each) => (each === standing ? { ...each, reversedOn: on(at) } : each))
        model.standing = null
      }
      let at = 0
      for (const { what, percent, recoversTax, after, worth } of acts) {
        at += after
        const due = Math.max(total - model.paid - (model.standing?.amount ?? 0), 0)
        if (what === 'undo') reverse(at)
        if (what === 'write off' && due > 0 && !model.standing) {
          const amount = Math.min(Math.ceil((due * percent) / 100), due)
          const homeAmount = toHomeAmount(share(model.paid + amount) - share(model.paid))
          model.standing = writeOff(model.writeOffs.length + 1, at, amount, { homeAmount, recoversTax })
          model.writeOffs.push(model.standing)
        }
        if (what === 'pay') {
          const amount = Math.ceil((total * percent) / 300)
          if (model.paid + amount + (model.standing?.amount ?? 0) > total) {
            if (model.standing) recovered++
            reverse(at)
          }
          const money = rate === undefined ? amount : Math.round((share(amount) * worth) / 100)
          model.movements.push(pay(model.movements.length + 1, at, amount, money))
          model.paid += amount
          model.money += money
        }
      }
      const written = model.standing?.amount ?? 0
      const isPaid = model.paid + written >= total
      const entries = deriveInvoiceEntries({ ...bare, movements: model.movements, writeOffs: model.writeOffs, isPaid })
      for (const { lines } of entries)
        for (const { amount, debit, credit } of lines) expect([amount > 0, debit !== credit]).toEqual([true, true])

      const { get, getOwn } = balancesOf(entries, 'accrual')
      const open = Math.max(total - model.paid - written, 0)
      expect(rate === undefined ? get('receivable') : getOwn('receivable')).toBe(open)
      if (open === 0) {
        settled++
        expect([get('receivable'), getOwn('receivable')]).toEqual([0, 0])
      } else expect(get('receivable')).toBe(homeTotal - share(model.paid + written))
      expect(get('sales') + get('rounding')).toBe(0 - bare.groups.reduce((sum, { net }) => sum + net, 0))
      expect(get('bank')).toBe(model.money)
      // Tax that is taken back: its share of all taxes, rounded once.
      const taxes = bare.groups.flatMap((group) => group.taxes.map(({ amount }) => amount)).reduce((a, b) => a + b, 0)
      const back = model.standing?.recoversTax ? Number(divideHalfUp(BigInt(taxes) * BigInt(written), BigInt(total))) : 0
      expect(get('salesTaxPayable')).toBe(back - taxes)
      expect(get('badDebts')).toBe((model.standing?.homeAmount ?? 0) - back)
      if (rate === undefined) expect(get('exchangeDifference')).toBe(0)

      // On a cash basis there were no write-offs.
      const cash = balancesOf(entries, 'cash')
      const without = balancesOf(
        deriveInvoiceEntries({ ...bare, movements: model.movements, writeOffs: [], creditNotes: [], isPaid }),
        'cash',
      )
      for (const account of Object.keys(accountNumbers) as (keyof typeof accountNumbers)[])
        expect([account, cash.get(account)]).toEqual([account, without.get(account)])
      expect(cash.get('badDebts')).toBe(0)
      for (const basis of bases) {
        const all = balancesOf(entries, basis)
        expect((Object.keys(accountNumbers) as (keyof typeof accountNumbers)[]).reduce((sum, account) => sum + all.get(account), 0)).toBe(0)
      }
    }),
    { numRuns: 2000 },
  )
  // The courses have what they are about.
  expect([settled > 300, recovered > 100]).toEqual([true, true])
})
