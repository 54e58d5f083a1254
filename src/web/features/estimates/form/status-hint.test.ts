import { describe, expect, test } from 'vitest'
import type { EstimateStatus } from '#shared/estimate-rules.ts'
import { describeStatusChange } from './status-hint.ts'

const today = '2026-06-15' as never
const invoice = { id: 1, invoiceNumber: 'INV-1', isDeleted: false }
const answer = { at: '2026-06-01T00:00:00Z', by: 'Grace Hopper', reason: null }
type Before = Parameters<typeof describeStatusChange>[0]

const hint = (
  was: EstimateStatus | undefined,
  is: EstimateStatus,
  { endDate = '2026-07-01', ...more }: Partial<Before> & { endDate?: string } = {},
) => describeStatusChange(was && { status: was, invoice: null, answer: null, ...more }, { status: is, endDate }, today)

describe('the hint below the status', () => {
  test.each([
    [undefined, 'draft', {}, undefined],
    [undefined, 'sent', {}, 'No email is sent; send it from the list.'],
    [undefined, 'accepted', {}, 'Creates an invoice from this estimate.'],
    [undefined, 'expired', { endDate: '2026-06-14' }, 'Its expiry date has passed.'],
    ['draft', 'draft', {}, undefined],
    [
      'draft',
      'sent',
      { endDate: '2026-06-14' },
      'No email is sent; send it from the list. It will show as Expired: its expiry date has passed.',
    ],
    ['sent', 'sent', {}, undefined],
    ['sent', 'sent', { endDate: '2026-06-15' }, undefined],
    ['sent', 'draft', {}, 'Withdraws it: the customer can no longer open it.'],
    ['sent', 'accepted', {}, 'Creates an invoice from this estimate.'],
    ['sent', 'rejected', {}, 'The customer can no longer accept it.'],
    ['sent', 'expired', {}, "Marked by you: its expiry date hasn't passed yet."],
    ['expired', 'expired', {}, 'To offer it again, choose Sent.'],
    ['rejected', 'sent', { answer }, "The customer's answer no longer counts."],
    ['rejected', 'rejected', { answer }, undefined],
    ['accepted', 'accepted', { invoice }, undefined],
    ['accepted', 'accepted', {}, 'Not converted yet. Use Convert to Invoice to create the invoice.'],
    ['accepted', 'sent', { invoice }, 'Invoice INV-1 stays.'],
    ['sent', 'accepted', { invoice }, 'Already converted to invoice INV-1. No other invoice is created.'],
    [
      'sent',
      'accepted',
      { invoice: { ...invoice, isDeleted: true } },
      'Its invoice INV-1 was deleted. Duplicate the estimate to convert it again.',
    ],
  ] as const)('%s to %s, %o', (was, is, options, words) => expect(hint(was, is, options)).toBe(words))
})
