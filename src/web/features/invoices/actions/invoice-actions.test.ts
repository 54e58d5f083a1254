import { expect, test } from 'vitest'
import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { invoices } from './invoice-kind.ts'

const offered = (more: Partial<ListedInvoiceWire>) => {
  const invoice = { kind: 'standard', total: '100.00', balanceDue: '100.00', amountPaid: '0.00', customer: { email: null }, ...more }
  return invoices.actions
    .filter(({ name, isAvailable }) => name !== 'share' && isAvailable(invoice as ListedInvoiceWire))
    .map(({ label }) => label)
}
const first = ['View', 'Edit', 'Download PDF']
const last = ['Duplicate', 'Repeat…', 'History', 'Save as JSON', 'Delete']

test.each<[string, Partial<ListedInvoiceWire>, string[]]>([
  [
    'a draft',
    { status: 'draft' },
    ['Generate Payment Link', 'Send by Email', 'Send Later', 'Record Payment', 'Request a deposit…', 'Payment Schedule…'],
  ],
  [
    'an invoice that is paid in part',
    { status: 'sent', balanceDue: '75.00', amountPaid: '25.00' },
    ['Generate Payment Link', 'Send by Email', 'Send Later', 'Record Payment', 'Credit…', 'Payment Schedule…', 'Write Off…'],
  ],
  ['a paid invoice', { status: 'paid', balanceDue: '0.00', amountPaid: '100.00' }, ['Credit…']],
])('the menu of %s offers what fits its status and balance', (_, invoice, between) =>
  expect(offered(invoice)).toEqual([...first, ...between, ...last]),
)
