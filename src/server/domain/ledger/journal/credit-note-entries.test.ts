import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accountNumbers, getAccount } from '#shared/accounts.ts'
import { addDays, type Day, day } from '#shared/dates.ts'
import { homeZero, toAmount, toHomeAmount, zero } from '#shared/money.ts'
import { type Basis, bases } from '#shared/reports.ts'
import { deriveInvoiceEntries, type Entry } from './derive-entries.ts'
import type { CreditNote, InvoiceFacts, Movement } from './facts.ts'

const start = day('2026-01-01')
const on = (n: number): Day => addDays(start, n)

/** The net and the tax of the lines with one rate; in the home currency. */
type Sale = { net: number; tax: number }

const toFigures = (sales: readonly Sale[]) => ({
  groups: sales.map(({ net, tax }, i) => ({
    ...{ taxRateId: i + 1, percent: null, net: toHomeAmount(net) },
    taxes: [{ component: 1, percent: '5.0000', amount: toHomeAmount(tax) }],
  })),
  total: toAmount(sales.reduce((sum, { net, tax }) => sum + net + tax, 0)),
  homeTotal: toHomeAmount(sales.reduce((sum, { net, tax }) => sum + net + tax, 0)),
  rounding: homeZero,
  withheld: zero,
})
const creditNote = (id: number, at: number, sales: readonly Sale[]): CreditNote => ({
  ...{ id, number: `CN-${id}`, day: on(at), deductions: [] },
  ...toFigures(sales),
})
const pay = (sourceId: number, at: number, amount: number): Movement => ({
  ...{
    kind: 'payment',
    sourceId,
    day: on(at),
    amount: toAmount(amount),
    homeAmount: toHomeAmount(amount),
    provider: 'manual',
    fee: homeZero,
  },
})
const invoiceOf = (sales: readonly Sale[], creditNotes: CreditNote[], movements: Movement[] = []): InvoiceFacts => ({
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
  ...{ currency: 'KWD', homeCurrency: 'KWD', exchangeRate: '1', writeOffs: [], movements, creditNotes },
  ...toFigures(sales),
})

const linesOf = (entries: readonly Entry[], basis: Basis = 'accrual') =>
  entries
    .filter(({ kind }) => kind === 'credit note')
    .map(({ day: at, lines }) => [
      at,
      ...lines
        .filter((line) => line.basis === basis)
        .map(({ debit, credit, amount, taxRateId }) =>
          [getAccount(debit).name, getAccount(credit).name, amount, ...(taxRateId === null ? [] : [`rate ${taxRateId}`])].join(', '),
        ),
    ])
/** The balances of accounts at the end. */
const balancesOf = (entries: readonly Entry[], basis: Basis) => {
  const balances = new Map<number, number>()
  for (const line of entries.flatMap(({ lines }) => lines).filter((each) => each.basis === basis))
    for (const [account, sign] of [[line.debit, 1] as const, [line.credit, -1] as const])
      balances.set(account, (balances.get(account) ?? 0) + sign * line.amount)
  return (account: keyof typeof accountNumbers) => (balances.get(accountNumbers[account]) ?? 0) + 0
}

test('a credit note takes back sales and tax of its rates, on its day', () => {
  const sales = [
    { net: 10_000, tax: 500 },
    { net: 4000, tax: 800 },
  ]
  const entries = deriveInvoiceEntries(invoiceOf(sales, [creditNote(7, 3, [{ net: 2500, tax: 125 }])]))
  expect(linesOf(entries)).toEqual([
    [on(3), 'Sales, Accounts Receivable, 2500, rate 1', 'Sales Tax Payable, Accounts Receivable, 125, rate 1'],
  ])
  expect(linesOf(entries, 'cash')).toEqual([[on(3)]])
})

test('what a credit note takes back of an invoice that was paid is the customer’s credit', () => {
  const entries = deriveInvoiceEntries(
    invoiceOf([{ net: 10_000, tax: 500 }], [creditNote(7, 9, [{ net: 10_000, tax: 500 }])], [pay(1, 2, 10_500)]),
  )
  for (const basis of bases) {
    const balance = balancesOf(entries, basis)
    expect([basis, balance('sales'), balance('salesTaxPayable'), balance('bank'), balance('customerCredit')]).toEqual([
      basis,
      0,
      0,
      10_500,
      -10_500,
    ])
  }
  expect(balancesOf(entries, 'accrual')('receivable')).toBe(0)
})

/** Sales, the cuts that divide each of them over credit notes, and payments. */
const lives = fc.record({
  sales: fc.array(fc.record({ net: fc.integer({ min: 1, max: 1e7 }), tax: fc.integer({ min: 0, max: 1e6 }) }), {
    minLength: 1,
    maxLength: 3,
  }),
  parts: fc.array(fc.record({ share: fc.integer({ min: 0, max: 1000 }), at: fc.integer({ min: 0, max: 40 }) }), { maxLength: 4 }),
  payments: fc.array(fc.record({ share: fc.integer({ min: 1, max: 700 }), at: fc.integer({ min: 0, max: 40 }) }), { maxLength: 3 }),
})

test('whatever is credited and paid in any order, the accounts say what is left', () => {
  fc.assert(
    fc.property(lives, ({ sales, parts, payments }) => {
      const left = sales.map((sale) => ({ ...sale }))
      const notes = parts.flatMap(({ share, at }, i) => {
        const taken = left.map((sale) => {
          const part = { net: Math.floor((sale.net * share) / 1000), tax: Math.floor((sale.tax * share) / 1000) }
          sale.net -= part.net
          sale.tax -= part.tax
          return part
        })
        return taken.some(({ net, tax }) => net + tax > 0) ? [creditNote(i + 1, at, taken)] : []
      })
      const total = sales.reduce((sum, { net, tax }) => sum + net + tax, 0)
      const movements = payments.map(({ share, at }, i) => pay(i + 1, at, Math.max(1, Math.floor((total * share) / 1000))))
      const paid = movements.reduce((sum, { amount }) => sum + amount, 0)
      const entries = deriveInvoiceEntries(invoiceOf(sales, notes, movements))
      const owed = left.reduce((sum, { net, tax }) => sum + net + tax, 0)

      const accrual = balancesOf(entries, 'accrual')
      expect(accrual('sales')).toBe(-left.reduce((sum, { net }) => sum + net, 0) + 0)
      expect(accrual('salesTaxPayable')).toBe(-left.reduce((sum, { tax }) => sum + tax, 0) + 0)
      expect([accrual('receivable'), accrual('customerCredit')]).toEqual([Math.max(owed - paid, 0), -Math.max(paid - owed, 0) + 0])
      const cash = balancesOf(entries, 'cash')
      // What was received for what is still invoiced is income and tax, the rest is credit.
      expect(cash('sales') + cash('salesTaxPayable')).toBe(-Math.min(paid, owed) + 0)
      expect([cash('bank'), cash('customerCredit')]).toEqual([paid, -Math.max(paid - owed, 0) + 0])
    }),
    { numRuns: 300 },
  )
})
