import { describe, expect, test } from 'vitest'
import type { Day } from '#shared/dates.ts'
import { getPaymentStatus, getReceived } from './payment-status.ts'

const payment = (amount: string, refunded = '0.00') => ({ amount, refunded, paymentDate: '2026-01-20' as Day, paymentMethod: 'paypal' })
const standing = (
  status: 'sent' | 'paid' | 'overdue',
  balanceDue: string,
  payments = [] as ReturnType<typeof payment>[],
  isPaymentPending = false,
  isPaymentInReview = false,
) => getPaymentStatus({ invoice: { status, balanceDue, isPaymentPending, isPaymentInReview }, payments })

describe('where an invoice stands', () => {
  test('what is asked for can be paid, in part or in whole', () => {
    expect(standing('sent', '150.25')).toBe('due')
    expect(standing('overdue', '0.01', [payment('150.24')])).toBe('due')
    // Set back to sent by its business after a refund: it asks for the money again.
    expect(standing('sent', '150.25', [payment('150.25', '150.25')])).toBe('due')
  })

  test('while a payment waits for its bank nothing can be paid', () => expect(standing('sent', '150.25', [], true)).toBe('pending'))

  test('nor while its business looks at one that came', () => {
    expect(standing('sent', '150.25', [], false, true)).toBe('in review')
    expect(standing('paid', '0.00', [payment('150.25')], false, true)).toBe('paid')
  })

  test('an invoice over nothing asks for nothing', () => expect(standing('sent', '0.00')).toBe('nothing due'))

  test('a paid one stays paid whatever went back, and whatever else is on its way', () => {
    expect(standing('paid', '0.00', [payment('150.25')])).toBe('paid')
    expect(standing('paid', '0.00', [payment('150.25')], true)).toBe('paid')
    expect(standing('paid', '50.00', [payment('150.25', '50.00')])).toBe('refunded in part')
    expect(standing('paid', '150.25', [payment('100.00', '100.00'), payment('50.25', '50.25')])).toBe('refunded')
  })
})

test('what came, what went back, and what stayed', () =>
  expect(getReceived([payment('100.00', '30.01'), payment('50.25')])).toEqual({ came: 15_025, wentBack: 3001, stayed: 12_024 }))
