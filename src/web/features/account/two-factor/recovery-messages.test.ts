import { expect, test } from 'vitest'
import { formatCodesFile, formatCodesLeft, groupByFour } from './recovery-messages.ts'

test('few recovery codes cause a warning, none an urgent one', () => {
  expect(formatCodesLeft(10)).toMatch(/^10 recovery codes left, for when/)
  expect(formatCodesLeft(4)).not.toContain('Only')
  expect(formatCodesLeft(3)).toBe('Only 3 recovery codes left. Create new ones before you need them.')
  expect(formatCodesLeft(1)).toBe('Only 1 recovery code left. Create new ones before you need them.')
  expect(formatCodesLeft(0)).toContain('No recovery codes left')
})

test('the file names the account and has one code per line', () => {
  const lines = formatCodesFile(['aaaa-bbbb', 'cccc-dddd'], 'ada@example.com', 'Jan 05, 2026').split('\n')
  expect(lines[0]).toBe('Recovery codes for Billfold, ada@example.com')
  expect(lines[1]).toContain('Jan 05, 2026')
  expect(lines.slice(-3)).toEqual(['aaaa-bbbb', 'cccc-dddd', ''])
})

test('a secret is shown in groups of four, completely', () => {
  expect(groupByFour('ABCDEFGHIJ')).toBe('ABCD EFGH IJ')
  expect(groupByFour('ABCDEFGH')).toBe('ABCD EFGH')
})
