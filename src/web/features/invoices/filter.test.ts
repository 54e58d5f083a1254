import { describe, expect, test } from 'vitest'
import { day } from '#shared/dates.ts'
import { readStatus, shownInvoices } from './filter.ts'

const invoice = (id: number, issueDate: string, status: 'draft' | 'sent' | 'paid' | 'overdue', invoiceNumber: string, name: string) => ({
  id,
  issueDate: day(issueDate),
  status,
  invoiceNumber,
  customer: { name, email: null },
})
const all = [
  invoice(1, '2026-01-05', 'paid', 'INV-1', 'Żaneta Co'),
  invoice(2, '2026-03-05', 'draft', 'INV-2', 'Acme'),
  invoice(3, '2026-03-05', 'overdue', 'SPECIAL-3', 'acme labs'),
]
const ids = (...args: Parameters<typeof shownInvoices>) => shownInvoices(...args).map(({ id }) => id)

describe('shownInvoices', () => {
  test('newest first; of one day, the one made last', () => expect(ids(all, 'all', '')).toEqual([3, 2, 1]))
  test('by status', () => expect(ids(all, 'overdue', '')).toEqual([3]))
  test('by customer, whatever the case', () => expect(ids(all, 'all', ' ACME ')).toEqual([3, 2]))
  test('by number', () => expect(ids(all, 'all', 'special')).toEqual([3]))
  test('by both', () => expect(ids(all, 'draft', 'special')).toEqual([]))
})

test('an unknown status in the address means all', () =>
  expect([readStatus('x'), readStatus(null), readStatus('sent')]).toEqual(['all', 'all', 'sent']))
