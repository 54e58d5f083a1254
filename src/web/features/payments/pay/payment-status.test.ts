import { describe, expect, test } from 'vitest'
import { type Day, day } from '#shared/dates.ts'
import { cents } from '#shared/money.ts'
import { describeStatus, getPaymentStatus, getReceived } from './payment-status.ts'

const payment = (amount: string, refunded = '0.00') => ({ amount, refunded, paymentDate: '2026-01-20' as Day, paymentMethod: 'paypal' })
const getStatus = (
  status: 'sent' | 'paid' | 'overdue',
  balanceDue: string,
  payments = [] as ReturnType<typeof payment>[],
  isPaymentPending = false,
  isPaymentInReview = false,
) => getPaymentStatus({ invoice: { status, balanceDue, isPaymentPending, isPaymentInReview }, payments })

describe('the payment status of an invoice', () => {
  test('an open balance can be paid, also after a partial payment', () => {
    expect(getStatus('sent', '150.25')).toBe('due')
    expect(getStatus('overdue', '0.01', [payment('150.24')])).toBe('due')
    // The business set it back to sent after a refund: the money is due again.
    expect(getStatus('sent', '150.25', [payment('150.25', '150.25')])).toBe('due')
  })

  test('nothing can be paid while a payment is pending at the bank', () => expect(getStatus('sent', '150.25', [], true)).toBe('pending'))

  test('nothing can be paid while the business reviews a payment', () => {
    expect(getStatus('sent', '150.25', [], false, true)).toBe('in review')
    expect(getStatus('paid', '0.00', [payment('150.25')], false, true)).toBe('paid')
  })

  test('an invoice with a total of zero has nothing due', () => expect(getStatus('sent', '0.00')).toBe('nothing due'))

  test('a paid invoice stays paid after refunds and with further payments pending', () => {
    expect(getStatus('paid', '0.00', [payment('150.25')])).toBe('paid')
    expect(getStatus('paid', '0.00', [payment('150.25')], true)).toBe('paid')
    expect(getStatus('paid', '50.00', [payment('150.25', '50.00')])).toBe('refunded in part')
    expect(getStatus('paid', '150.25', [payment('100.00', '100.00'), payment('50.25', '50.25')])).toBe('refunded')
  })
})

test('amounts received, refunded and kept', () =>
  expect(getReceived([payment('100.00', '30.01'), payment('50.25')])).toEqual({
    received: cents(15_025),
    refunded: cents(3001),
    kept: cents(12_024),
  }))

test.each([
  ['sent', '150.25', [], 'Due Dec 27'],
  ['overdue', '150.25', [], 'Due Dec 27'],
  ['paid', '0.00', [payment('150.25')], undefined],
  ['paid', '150.25', [payment('150.25', '150.25')], 'Refunded'],
  ['paid', '50.00', [payment('150.25', '50.00')], 'Partly refunded'],
] as const)('beside the badge of an invoice that is %s with %s open stands what it means', (status, balanceDue, payments, note) => {
  const invoice = { status, balanceDue, isPaymentPending: false, isPaymentInReview: false }
  const due = day('2026-12-27')
  expect(describeStatus(getPaymentStatus({ invoice, payments: [...payments] }), due, 2026)).toBe(note)
  if (note === 'Due Dec 27') expect(describeStatus('due', due, 2027)).toBe('Due Dec 27, 2026')
})
