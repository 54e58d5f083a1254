import { expect, test } from 'vitest'
import { createInvalidSignatureLimit } from './invalid-signatures.ts'

test('invalid signatures are logged once a minute with their number, and limited per sender and endpoint', () => {
  const lines: string[] = []
  let now = 0
  const limit = createInvalidSignatureLimit(
    () => now,
    (line) => lines.push(line),
  )
  for (let i = 0; i < 1000; i++) limit.record('192.0.2.1', 'token', 'an endpoint')
  expect(lines).toEqual(['An event for an endpoint had no good signature and was refused.'])
  expect(limit.isExceeded('192.0.2.1', 'token')).toBe(true)
  expect(limit.isExceeded('192.0.2.2', 'token')).toBe(false)
  expect(limit.isExceeded('192.0.2.1', 'other')).toBe(false)
  now = 60_000
  expect(limit.isExceeded('192.0.2.1', 'token')).toBe(false)
  limit.record('192.0.2.1', 'token', 'an endpoint')
  expect(lines[1]).toBe('An event for an endpoint had no good signature and was refused; so were 999 more before.')
  // More addresses than are remembered: the oldest are evicted.
  for (let i = 0; i < 20_000; i++) limit.record(`10.0.${i >> 8}.${i & 255}`, 'token', 'an endpoint')
  expect(lines).toHaveLength(2)
})
