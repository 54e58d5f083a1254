import { expect, test } from 'vitest'
import { accountNumbers, getAccount } from '#shared/accounts.ts'
import { findAccountProblems, getTemplate, getUsualAccounts, manualEntryTemplateNames } from './model.ts'

test('each template proposes two accounts that it allows, and the lines that an accountant expects', () => {
  const lines = manualEntryTemplateNames.map((name) => {
    const { debit, credit } = getUsualAccounts(name)
    expect(findAccountProblems(name, { debitAccount: debit, creditAccount: credit })).toEqual([])
    return [name, getAccount(debit).name, getAccount(credit).name]
  })
  expect(lines).toEqual([
    ['owner-drawing', 'Owner Drawings', 'Bank'],
    ['owner-contribution', 'Bank', 'Owner Contributions'],
    ['income-tax-payment', 'Owner Drawings', 'Bank'],
    ['sales-tax-payment', 'Sales Tax Payable', 'Bank'],
    ['sales-tax-refund', 'Bank', 'Sales Tax Payable'],
    ['loan-received', 'Bank', 'Loans'],
    ['loan-repayment', 'Loans', 'Bank'],
    ['interest-paid', 'Interest Paid', 'Bank'],
    ['bank-fee', 'Bank Fees', 'Bank'],
    ['other-income', 'Bank', 'Other Income'],
    ['unassigned-money', 'Bank', 'Unassigned Money'],
    ['transfer', 'Bank', 'Stripe Clearing'],
    ['starting-balance', 'Bank', 'Opening Balance Equity'],
    ['other', 'Bank', 'Stripe Clearing'],
  ])
})

test('no template reaches an account that follows from documents, and sales tax is paid by its own templates only', () => {
  const reached = (names: readonly (typeof manualEntryTemplateNames)[number][]) =>
    new Set(names.flatMap((name) => [...getTemplate(name).debit, ...getTemplate(name).credit]))
  const { receivable, customerCredit, deposits, sales, lateFees, rounding, exchangeDifference, paymentFees, badDebts } = accountNumbers
  for (const account of [receivable, customerCredit, deposits, sales, lateFees, rounding, exchangeDifference, paymentFees, badDebts, 6100])
    expect([account, reached(manualEntryTemplateNames).has(account)]).toEqual([account, false])
  expect(reached(['other']).has(accountNumbers.salesTaxPayable)).toBe(false)
})

test.each([
  ['bank-fee', 1000, 1000, 'debitAccount', 'Debit account must be Bank Fees'],
  ['owner-drawing', 3200, 1200, 'creditAccount', 'Credit account must be Bank, Stripe Clearing, PayPal Clearing, or Cash'],
  ['transfer', 1010, 1010, 'creditAccount', 'Choose two different accounts'],
  ['other', 1000, 1000, 'creditAccount', 'Choose two different accounts'],
] as const)('%s from %i to %i is refused at %s: %s', (template, debitAccount, creditAccount, path, message) => {
  expect(findAccountProblems(template, { debitAccount, creditAccount })).toEqual([{ path, message }])
})
