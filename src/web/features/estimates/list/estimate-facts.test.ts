import { expect, test } from 'vitest'
import { day } from '#shared/dates.ts'
import { describeExpiry } from './estimate-facts.tsx'

test.each([
  ['sent', '2026-12-28', 'Expires today', true],
  ['sent', '2026-12-29', 'Expires tomorrow', true],
  ['sent', '2027-01-04', 'Expires in 7 days', true],
  ['sent', '2027-01-05', 'Expires', false],
  ['draft', '2026-12-29', 'Expires', false],
  ['accepted', '2026-12-29', 'Expires', false],
  ['expired', '2026-12-27', 'Expires', true],
] as const)('the label above the date of a %s estimate that expires on %s: %s', (status, expiryDate, label, isPressing) =>
  expect(describeExpiry({ status, expiryDate: day(expiryDate) }, '2026-12-28')).toEqual({ label, isPressing }),
)
