import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accountNumbers, chartOfAccounts, getAccount } from '#shared/accounts.ts'
import { cents as amountOf, toDecimal, toSum } from '#shared/money.ts'
import { buildBalanceSheet, buildTrialBalance, indexBalances } from './balances.ts'

const cents = (hundredths: number) => toSum(amountOf(hundredths))
const { bank, receivable, salesTaxPayable, openingBalanceEquity, sales, paymentFees } = accountNumbers
const debit = (number: number, amount: string) => ({ number, debit: amount, credit: null })
const credit = (number: number, amount: string) => ({ number, debit: null, credit: amount })

const books = [
  debit(bank, '150.10'),
  debit(receivable, '75.00'),
  credit(salesTaxPayable, '8.25'),
  credit(openingBalanceEquity, '50.00'),
  credit(sales, '170.20'),
  debit(paymentFees, '3.35'),
]

test('a balance is positive on the side where its account grows', () => {
  expect(indexBalances([...books.slice(0, 3), credit(6100, '4.00')])).toEqual(
    new Map([
      [bank, cents(15010)],
      [receivable, cents(7500)],
      [salesTaxPayable, cents(825)],
      [6100, cents(-400)],
    ]),
  )
})

test('a trial balance lists the accounts by number, and both sides have the same sum', () => {
  const { rows, debit: debits, credit: credits } = buildTrialBalance(books.toReversed())
  expect(rows.map(({ account, debit, credit }) => [account.number, debit, credit])).toEqual([
    [bank, cents(15010), null],
    [receivable, cents(7500), null],
    [salesTaxPayable, null, cents(825)],
    [openingBalanceEquity, null, cents(5000)],
    [sales, null, cents(17020)],
    [paymentFees, cents(335), null],
  ])
  expect([debits, credits]).toEqual([cents(22845), cents(22845)])
})

test('an account without a balance has zero on the side where it grows', () => {
  const none = (number: number) => ({ number, debit: null, credit: null })
  expect(buildTrialBalance([none(bank), none(sales)]).rows).toMatchObject([
    { debit: 0n, credit: null },
    { debit: null, credit: 0n },
  ])
})

test('assets equal liabilities and equity; earnings are income minus expenses', () => {
  const sheet = buildBalanceSheet(books)
  expect(sheet).toEqual({
    assets: {
      rows: [expect.objectContaining({ number: bank, amount: cents(15010) }), expect.objectContaining({ number: receivable })],
      total: cents(22510),
    },
    liabilities: { rows: [expect.objectContaining({ number: salesTaxPayable, amount: cents(825) })], total: cents(825) },
    equity: {
      rows: [
        expect.objectContaining({ name: 'Opening Balance Equity', number: openingBalanceEquity, amount: cents(5000) }),
        { name: 'Earnings', number: null, amount: cents(16685) },
      ],
      total: cents(21685),
    },
    liabilitiesAndEquity: cents(22510),
  })
})

test('empty books have a balance sheet of zeros', () => {
  expect(buildBalanceSheet([])).toMatchObject({
    assets: { rows: [], total: 0n },
    equity: {
      rows: [
        { name: 'Opening Balance Equity', amount: 0n },
        { name: 'Earnings', amount: 0n },
      ],
      total: 0n,
    },
    liabilitiesAndEquity: 0n,
  })
})

test('any books that balance give equal sides, to the cent', () => {
  const account = fc.constantFrom(...chartOfAccounts.map(({ number }) => number))
  const line = fc.record({ from: account, to: account, amount: fc.bigInt({ min: 0n, max: 10n ** 20n }) })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), (lines) => {
      const sums = new Map<number, bigint>()
      const add = (number: number, by: bigint) => sums.set(number, (sums.get(number) ?? 0n) + by)
      for (const { from, to, amount } of lines) {
        add(to, amount)
        add(from, -amount)
      }
      const accounts = [...sums].map(([number, by]) =>
        by < 0 ? credit(number, toDecimal(toSum(-by))) : debit(number, toDecimal(toSum(by))),
      )
      const trial = buildTrialBalance(accounts)
      const sheet = buildBalanceSheet(accounts)
      expect(trial.debit).toBe(trial.credit)
      expect(sheet.assets.total).toBe(sheet.liabilitiesAndEquity)
      const assets = [...sums].filter(([number]) => getAccount(number).type === 'asset')
      expect(sheet.assets.total).toBe(assets.reduce((total, [, by]) => total + by, 0n))
    }),
  )
})
