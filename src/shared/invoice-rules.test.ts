import { expect, test } from 'vitest'
import { day } from './dates.ts'
import { invoiceStatuses, isPublic, mayCollect, mayEmail, statusOn } from './invoice-rules.ts'

test.each([
  ['sent', '2026-01-31', '2026-01-30', 'sent'],
  ['sent', '2026-01-31', '2026-01-31', 'sent'],
  ['sent', '2026-01-31', '2026-02-01', 'overdue'],
  ['sent', '2025-12-31', '2026-01-01', 'overdue'],
  ['draft', '2026-01-31', '2030-01-01', 'draft'],
  ['paid', '2026-01-31', '2030-01-01', 'paid'],
  ['overdue', '2026-01-31', '2026-01-01', 'overdue'],
] as const)('a %s invoice due on %s is, on %s, %s', (stored, due, on, expected) => {
  expect(statusOn(stored, day(due), day(on))).toBe(expected)
})

test.each(invoiceStatuses)('what may be done to a %s invoice', (status) => {
  const customer = { email: 'c@example.com' }
  expect(mayEmail({ status, customer })).toBe(status === 'paid' ? 'already paid' : true)
  expect(mayEmail({ status, customer: { email: null } })).toBe(status === 'paid' ? 'already paid' : 'no e-mail address')
  expect(mayEmail({ status, customer: { email: '' } })).toBe(status === 'paid' ? 'already paid' : 'no e-mail address')
  expect(mayCollect({ status })).toBe(status === 'paid' ? 'already paid' : true)
  expect(isPublic({ status })).toBe(status !== 'draft')
})
