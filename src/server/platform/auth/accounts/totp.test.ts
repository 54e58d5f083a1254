import fc from 'fast-check'
import { expect, test } from 'vitest'
import { generateCodeForStep, getStepAt } from '#server/platform/auth/testing/authenticator.ts'
import { findTotpStep, generateTotpSecret } from './two-factor.ts'

test('the codes are those of RFC 6238', () => {
  // "12345678901234567890", and the last six digits of the RFC's table for SHA-1.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  const table: [number, string][] = [
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ]
  for (const [seconds, code] of table) {
    expect(generateCodeForStep(secret, Math.floor(seconds / 30))).toBe(code)
    expect(findTotpStep(secret, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30))
  }
})

test('exactly the previous, current and next step are accepted, at both ends of a step', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 40_000_000, max: 140_000_000 }),
      fc.constantFrom(0, 1, 15_000, 29_999),
      fc.integer({ min: -4, max: 4 }),
      (step, ms, drift) => {
        const secret = generateTotpSecret()
        const code = generateCodeForStep(secret, step + drift)
        const now = new Date(step * 30_000 + ms)
        expect(getStepAt(now)).toBe(step)
        const matching = [-1, 0, 1].map((delta) => step + delta).filter((candidate) => generateCodeForStep(secret, candidate) === code)
        const found = findTotpStep(secret, code, now)
        if (matching.length === 0) expect(found).toBeNull()
        else expect(matching).toContain(found)
      },
    ),
  )
})

test('six digits are accepted with spaces, dashes and full-width digits; nothing else is a code', () => {
  const secret = generateTotpSecret()
  const now = new Date('2026-03-01T10:00:00Z')
  const code = generateCodeForStep(secret, getStepAt(now))
  const fullWidth = [...code].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join('')
  for (const typed of [code, ` ${code}\n`, `${code.slice(0, 3)} ${code.slice(3)}`, `${code.slice(0, 3)}-${code.slice(3)}`, fullWidth])
    expect(findTotpStep(secret, typed, now)).toBe(getStepAt(now))
  for (const typed of ['', '12345', `${code}0`, `0${code}`, `+${code}`, 'abcdef', `${code}\u0000`, '١٢٣٤٥٦', '1e5000'])
    expect(findTotpStep(secret, typed, now)).toBeNull()
})
