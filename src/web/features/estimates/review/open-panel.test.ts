import { expect, test } from 'vitest'
import { day } from '#shared/dates.ts'
import { describeDeadline } from './open-panel.tsx'

const today = day('2026-12-28')

test.each([
  ['2026-12-27', undefined],
  ['2026-12-28', 'Expires today'],
  ['2026-12-29', 'Expires soon'],
  ['2027-01-04', 'Expires soon'],
  ['2027-01-05', undefined],
])('an estimate that is valid until %s: %s', (expiryDate, words) => expect(describeDeadline(expiryDate, today)).toBe(words))
