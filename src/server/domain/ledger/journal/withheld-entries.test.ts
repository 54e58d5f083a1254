import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accountNumbers } from '#shared/accounts.ts'
import { addDays, day } from '#shared/dates.ts'
import { homeZero, toAmount, toHomeAmount } from '#shared/money.ts'
import type { Basis } from '#shared/reports.ts'
import { deriveInvoiceEntries, type Entry } from './derive-entries.ts'
import type { CreditNote, InvoiceFacts, Movement } from './facts.ts'

const start = day('2025-01-01')
const figures = (net: number, tax: number, withheld: number) => ({
  groups: [
    {
      taxRateId: null,
      percent: '21.0000',
      net: toHomeAmount(net),
      taxes: [{ component: null, percent: '21.0000', amount: toHomeAmount(tax) }],
    },
  ],
  ...{ total: toAmount(net + tax), homeTotal: toHomeAmount(net + tax), rounding: homeZero, withheld: toAmount(withheld), deductions: [] },
})
const pay = (sourceId: number, on: number, amount: number): Movement => ({
  ...{ kind: 'payment', sourceId, day: addDays(start, on), provider: 'manual', fee: homeZero },
  ...{ amount: toAmount(amount), homeAmount: toHomeAmount(amount) },
})
// A dinar's minor unit is the unit of amounts, so that the numbers here are whole minor units.
const invoiceOf = (own: ReturnType<typeof figures>, movements: Movement[], creditNotes: CreditNote[] = []): InvoiceFacts => ({
  ...{ id: 1, number: 'A', customerId: 5, customerName: 'Acme', issueDate: start, isIssued: true, isPaid: false, writeOffs: [] },
  ...{ isOpeningBalance: false, isLateFee: false, isDeposit: false, currency: 'KWD', homeCurrency: 'KWD', exchangeRate: '1' },
  ...{ ...own, movements, creditNotes },
})
const balance = (entries: readonly Entry[], basis: Basis, name: keyof typeof accountNumbers) =>
  entries
    .flatMap(({ lines }) => lines)
    .filter((line) => line.basis === basis)
    .reduce((sum, { debit, credit, amount }) => {
      const is = (account: number) => Number(account === accountNumbers[name])
      return sum + amount * (is(debit) - is(credit))
    }, 0)

const kept = fc
  .record({ net: fc.integer({ min: 1, max: 500 }), tax: fc.nat(100), percent: fc.integer({ min: 1, max: 99 }) })
  .map(({ net, tax, percent }) => ({ net, tax, withheld: Math.floor((net * percent) / 100) }))

test('receivables are what is to pay less payments, and what is kept is a claim; with cash, by the part that was paid', () => {
  fc.assert(
    fc.property(kept, fc.array(fc.integer({ min: 1, max: 200 }), { maxLength: 4 }), ({ net, tax, withheld }, amounts) => {
      const entries = deriveInvoiceEntries(
        invoiceOf(
          figures(net, tax, withheld),
          amounts.map((amount, i) => pay(i + 1, i + 1, amount)),
        ),
      )
      const asked = net + tax - withheld
      const paid = amounts.reduce((sum, amount) => sum + amount, 0)
      const part = Math.min(paid, asked)
      const get = (basis: Basis, name: keyof typeof accountNumbers) => balance(entries, basis, name)
      expect(get('accrual', 'withholdingReceivable')).toBe(withheld)
      expect(get('accrual', 'receivable')).toBe(asked - part)
      expect(get('accrual', 'customerCredit')).toBe(part - paid)
      expect(0 - get('accrual', 'sales') - get('accrual', 'salesTaxPayable')).toBe(net + tax)
      const claimed = Number((2n * BigInt(withheld) * BigInt(part) + BigInt(asked)) / (2n * BigInt(asked)))
      expect(get('cash', 'withholdingReceivable')).toBe(claimed)
      expect(0 - get('cash', 'sales') - get('cash', 'salesTaxPayable')).toBe(part + claimed)
      expect(get('cash', 'receivable')).toBe(0)
    }),
    { numRuns: 500 },
  )
})

test('a credit note for all leaves nothing but the money, as credit', () => {
  fc.assert(
    fc.property(kept, fc.nat(300), ({ net, tax, withheld }, paid) => {
      const own = figures(net, tax, withheld)
      const note: CreditNote = { id: 2, number: 'CN', day: addDays(start, 3), ...own }
      const entries = deriveInvoiceEntries(invoiceOf(own, paid > 0 ? [pay(1, 1, paid)] : [], [note]))
      for (const basis of ['accrual', 'cash'] as const) {
        for (const name of ['withholdingReceivable', 'receivable', 'sales', 'salesTaxPayable'] as const)
          expect(balance(entries, basis, name), name).toBe(0)
        expect(0 - balance(entries, basis, 'customerCredit')).toBe(paid)
      }
    }),
    { numRuns: 300 },
  )
})
