import { expect, test } from 'vitest'
import type { DeletionEffect } from '#shared/contract/account.ts'
import { type RecordType, recordTypeNames } from '#shared/record-types.ts'
import { listDeletionEffects } from './deletion-effects.ts'

const noRecords = Object.fromEntries(recordTypeNames.map((name) => [name, 0])) as Record<RecordType, number>
const nothing: DeletionEffect = {
  ...noRecords,
  unpaidInvoices: 0,
  payments: 0,
  files: 0,
  hasSubscription: false,
  needsPassword: true,
}
const self = 'Your business profile, your name and your sign-in'

test('a full account lists everything that is deleted, with the consequences', () => {
  const effect = {
    ...noRecords,
    ...{ customers: 1200, items: 1, invoices: 12, unpaidInvoices: 3, estimates: 1, expenses: 2, payments: 9, files: 4 },
    ...{ hasSubscription: true, needsPassword: true },
  }
  expect(listDeletionEffects(effect, 'Your Monthly Plan')).toEqual([
    '12 invoices, 3 of them unpaid: your customers’ links will stop working',
    '1 estimate: your customers’ link will stop working',
    '1,200 customers and 1 item or service',
    '2 expenses',
    '4 receipts and pictures',
    '9 recorded payments. Payments you received stay in your Stripe and PayPal accounts',
    self,
    'Your Monthly Plan ends now and is not refunded',
  ])
})

test('records that don’t exist are not listed', () => {
  expect(listDeletionEffects(nothing, 'Your plan')).toEqual([self])
  expect(listDeletionEffects({ ...nothing, invoices: 2 }, 'Your plan')).toEqual(['2 invoices', self])
})

test.each([
  [1, 1, '1 invoice, not paid yet: your customers’ link will stop working'],
  [2, 2, '2 invoices, none of them paid yet: your customers’ links will stop working'],
  [2, 1, '2 invoices, 1 of them unpaid: your customers’ link will stop working'],
])('%i invoices, %i of them unpaid', (invoices, unpaidInvoices, words) => {
  expect(listDeletionEffects({ ...nothing, invoices, unpaidInvoices }, 'Your plan')[0]).toBe(words)
})
