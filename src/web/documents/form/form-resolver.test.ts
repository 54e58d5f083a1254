import { expect, test } from 'vitest'
import { emptyLine, type LineDraft } from '#shared/draft-totals.ts'
import { newDraft } from './form-draft.ts'
import { toFormField } from './form-resolver.ts'

const line = (description: string) => ({ ...emptyLine, description })
const find = (path: string, ...lineItems: LineDraft[]) =>
  toFormField(
    path,
    { ...newDraft({ currency: 'USD', daysToEnd: 30, taxRate: '0', notes: '', terms: '' }, 'A-1'), lineItems },
    { number: 'invoiceNumber', endDate: 'dueDate' },
  )

test.each([
  ['invoiceNumber', 'number'],
  ['dueDate', 'endDate'],
  ['notes', 'notes'],
  ['discountAmount', 'discount'],
  ['lineItems.1.quantity', 'lineItems.1.quantity'],
  ['lineItems.1.discountPercent', 'lineItems.1.discount'],
  ['lineItems.0.followsItemPrice', 'lineItems.0.description'],
  // A line's total has no field, so its unit price stands in.
  ['lineItems.0.total', 'lineItems.0.unitPrice'],
  ['lineItems.2.quantity', undefined],
])('%s is shown at %s', (path, field) => expect(find(path, line('Design'), line('Build'))).toBe(field))

test('names the line as the form counts it: a wholly empty one was not sent', () =>
  expect(find('lineItems.1.quantity', line('Design'), line(' '), line('Build'))).toBe('lineItems.2.quantity'))
