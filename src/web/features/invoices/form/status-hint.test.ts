import { describe, expect, test } from 'vitest'
import type { InvoiceWire } from '#shared/contract/invoices.ts'
import { emptyLine } from '#shared/draft-totals.ts'
import type { InvoiceStatus } from '#shared/invoice-rules.ts'
import { describeStatusChange } from './status-hint.ts'

const today = '2026-06-15' as never
const hint = (
  was: InvoiceStatus,
  is: InvoiceStatus,
  { amountPaid = '0.00', amountWrittenOff = '0.00', balanceDue = '0.00', dueDate = '2026-07-01', price = '100' } = {},
) =>
  describeStatusChange(
    { status: was, amountPaid, amountWrittenOff, balanceDue, currency: 'USD', total: '100.00' } as InvoiceWire,
    {
      ...{ currency: 'USD', taxRate: '0', pricesIncludeTax: false, discount: '' },
      status: is,
      endDate: dueDate,
      taxAmount: '0',
      lineItems: [{ ...emptyLine, description: 'Work', unitPrice: price }],
    },
    today,
  )

describe('the hint below the status', () => {
  test.each([
    ['sent', 'paid', {}, 'Records a payment of $100.00, dated today.'],
    ['sent', 'paid', { amountPaid: '40.00' }, 'Records a payment of $60.00, dated today.'],
    ['sent', 'paid', { price: '0' }, 'Nothing is due, so no payment is recorded.'],
    ['sent', 'sent', { price: '0', dueDate: '2026-06-01' }, 'Nothing is due, so it will show as Paid.'],
    [
      'draft',
      'sent',
      { price: '0', dueDate: '2026-06-01' },
      'No email is sent; send it from the list. Nothing is due, so it will show as Paid.',
    ],
    ['paid', 'paid', { amountPaid: '100.00' }, undefined],
    ['paid', 'paid', { amountPaid: '100.00', price: '120' }, '$20.00 will be due again, and the invoice will no longer be paid.'],
    ['paid', 'sent', { amountPaid: '100.00' }, 'Undoes manually recorded payments. '],
    ['paid', 'draft', { amountPaid: '100.00' }, 'Undoes manually recorded payments. The customer can no longer see it.'],
    ['paid', 'paid', { amountPaid: '80.00', balanceDue: '20.00' }, undefined],
    ['paid', 'sent', { amountPaid: '80.00', balanceDue: '20.00' }, 'Requests $20.00 again.'],
    [
      'paid',
      'draft',
      { amountPaid: '80.00', balanceDue: '20.00' },
      "A refunded invoice can't become a draft again. Duplicate it, or choose Sent to ask for payment again.",
    ],
    ['paid', 'paid', { amountWrittenOff: '100.00' }, undefined],
    ['paid', 'sent', { amountWrittenOff: '100.00' }, 'Undoes the write-off of $100.00.'],
    ['paid', 'draft', { amountWrittenOff: '100.00' }, 'Undoes the write-off of $100.00.'],
    ['paid', 'paid', { amountWrittenOff: '100.00', price: '120' }, '$100.00 is written off. Undo the write-off to change the amounts.'],
    ['sent', 'paid', { amountWrittenOff: '40.00', balanceDue: '60.00' }, 'Records a payment of $60.00, dated today.'],
    ['sent', 'draft', { amountWrittenOff: '40.00' }, '$40.00 is written off. Undo the write-off to make it a draft.'],
    ['draft', 'draft', {}, undefined],
    ['draft', 'sent', {}, 'No email is sent; send it from the list.'],
    ['sent', 'sent', {}, undefined],
    ['sent', 'sent', { dueDate: '2026-06-14' }, 'It will show as Overdue: its due date has passed.'],
    ['sent', 'sent', { dueDate: '2026-06-15' }, undefined],
    ['sent', 'overdue', {}, "Marked by you: its due date hasn't passed yet."],
    ['overdue', 'overdue', { dueDate: '2026-06-14' }, 'Its due date has passed.'],
  ] as const)('%s to %s, %o', (was, is, options, words) => expect(hint(was, is, options)).toBe(words?.trimEnd()))
})
