import { expect, test } from 'vitest'
import { formatPlan, mayCreateInvoice } from './plans.ts'

test.each([
  ['trial', null, 0, 'Free Trial (0/10 invoices)', true],
  ['trial', null, 9, 'Free Trial (9/10 invoices)', true],
  ['trial', null, 10, 'Free Trial (10/10 invoices)', false],
  ['trial', null, 11, 'Free Trial (11/10 invoices)', false],
  ['active', 'monthly', 10, 'Monthly Plan', true],
  ['active', 'yearly', 500, 'Yearly Plan', true],
  ['active', null, 0, 'Monthly Plan', true],
  ['canceled', 'yearly', 0, 'Canceled', false],
  ['past_due', 'monthly', 0, 'Free Trial', false],
  ['', null, 0, 'Free Trial', false],
])('%s %s with %d invoices used reads "%s"; one more: %s', (subscriptionStatus, subscriptionPlan, trialInvoicesUsed, line, may) => {
  const subscriber = { subscriptionStatus, subscriptionPlan, trialInvoicesUsed }
  expect(formatPlan(subscriber)).toBe(line)
  expect(mayCreateInvoice(subscriber)).toBe(may)
})
