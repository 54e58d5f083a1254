import { expect, test } from 'vitest'
import { createInvalidSignatureLimit } from './invalid-signatures.ts'

test('a flood leaves one line a minute in the log, which says how much there was', () => {
  const lines: string[] = []
  let now = 0
  const bad = createInvalidSignatureLimit(
    () => now,
    (line) => lines.push(line),
  )
  for (let i = 0; i < 1000; i++) bad.note('192.0.2.1', 'token', 'an endpoint')
  expect(lines).toEqual(['An event for an endpoint had no good signature and was refused.'])
  expect([bad.isFlooding('192.0.2.1', 'token'), bad.isFlooding('192.0.2.2', 'token'), bad.isFlooding('192.0.2.1', 'other')]).toEqual([
    true,
    false,
    false,
  ])
  now = 60_000
  expect(bad.isFlooding('192.0.2.1', 'token')).toBe(false)
  bad.note('192.0.2.1', 'token', 'an endpoint')
  expect(lines[1]).toBe('An event for an endpoint had no good signature and was refused; so were 999 more before.')
  // A flood of addresses fills no memory: the oldest are forgotten.
  for (let i = 0; i < 20_000; i++) bad.note(`10.0.${i >> 8}.${i & 255}`, 'token', 'an endpoint')
  expect(lines).toHaveLength(2)
})
