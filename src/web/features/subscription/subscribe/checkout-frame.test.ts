import { expect, test } from 'vitest'
import { day } from '#shared/dates.ts'
import { getRenewalDate } from './checkout-frame.tsx'

test.each([
  ['2026-01-05', 'monthly', '2026-02-05'],
  ['2026-12-21', 'monthly', '2027-01-21'],
  ['2026-01-31', 'monthly', '2026-02-28'],
  ['2024-01-30', 'monthly', '2024-02-29'],
  ['2026-03-31', 'monthly', '2026-04-30'],
  ['2026-01-05', 'yearly', '2027-01-05'],
  ['2024-02-29', 'yearly', '2025-02-28'],
  ['2026-12-31', 'yearly', '2027-12-31'],
] as const)('a plan of %s, %s, renews on %s', (from, plan, then) => expect(getRenewalDate(day(from), plan)).toBe(then))
