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
    [undefined, 'sent', {}, 'No e-mail goes out; send it from the list.'],
    [undefined, 'accepted', {}, 'Makes an invoice of it.'],
    [undefined, 'expired', { endDate: '2026-06-14' }, 'Its expiry date is over.'],
    ['draft', 'draft', {}, undefined],
    [
      'draft',
      'sent',
      { endDate: '2026-06-14' },
      'No e-mail goes out; send it from the list. It will show as Expired: its expiry date is over.',
    ],
    ['sent', 'sent', {}, undefined],
    ['sent', 'sent', { endDate: '2026-06-15' }, undefined],
    ['sent', 'draft', {}, 'Withdraws it: the customer can no longer read it.'],
    ['sent', 'accepted', {}, 'Makes an invoice of it.'],
    ['sent', 'rejected', {}, 'The customer can no longer accept it.'],
    ['sent', 'expired', {}, 'Marked by you: its expiry date is not over yet.'],
    ['expired', 'expired', {}, 'To offer it again, choose Sent.'],
    ['rejected', 'sent', { answer }, "The customer's answer no longer counts."],
    ['rejected', 'rejected', { answer }, undefined],
    ['accepted', 'accepted', { invoice }, undefined],
    ['accepted', 'accepted', {}, 'Not converted yet: Convert to Invoice does that.'],
    ['accepted', 'sent', { invoice }, 'Invoice INV-1 stays.'],
    ['sent', 'accepted', { invoice }, 'It is invoice INV-1 already: no other one is made.'],
    [
      'sent',
      'accepted',
      { invoice: { ...invoice, isDeleted: true } },
      'It became invoice INV-1, which was deleted: duplicate the estimate to convert it again.',
    ],
  ] as const)('%s to %s, %o', (was, is, options, words) => expect(hint(was, is, options)).toBe(words))
})
