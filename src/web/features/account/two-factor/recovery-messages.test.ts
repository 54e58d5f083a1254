import { expect, test } from 'vitest'
import { formatCodesFile, formatCodesLeft, groupByFour } from './recovery-messages.ts'

test('few recovery codes are a warning, none of them an urgent one', () => {
  expect(formatCodesLeft(10)).toMatch(/^10 recovery codes are left, for the day/)
  expect(formatCodesLeft(4)).not.toContain('Only')
  expect(formatCodesLeft(3)).toBe('Only 3 recovery codes are left. Make new ones before you need them.')
  expect(formatCodesLeft(1)).toBe('Only 1 recovery code is left. Make new ones before you need them.')
  expect(formatCodesLeft(0)).toContain('No recovery code is left')
})

test('the file names the account and has a code a line', () => {
  const lines = formatCodesFile(['aaaa-bbbb', 'cccc-dddd'], 'ada@example.com', 'Jan 05, 2026').split('\n')
  expect(lines[0]).toBe('Recovery codes for Billfold, ada@example.com')
  expect(lines[1]).toContain('Jan 05, 2026')
  expect(lines.slice(-3)).toEqual(['aaaa-bbbb', 'cccc-dddd', ''])
})

test('a secret is shown in groups of four, and nothing of it is lost', () => {
  expect(groupByFour('ABCDEFGHIJ')).toBe('ABCD EFGH IJ')
  expect(groupByFour('ABCDEFGH')).toBe('ABCD EFGH')
})
