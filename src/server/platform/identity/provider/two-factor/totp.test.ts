import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeOfStep, stepAt } from '../../testing/authenticator.ts'
import { newTotpSecret, stepOf } from './totp.ts'

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
    expect(codeOfStep(secret, Math.floor(seconds / 30))).toBe(code)
    expect(stepOf(secret, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30))
  }
})

test('at any moment exactly the steps before, at and after it count, at both edges of each', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 40_000_000, max: 140_000_000 }),
      fc.constantFrom(0, 1, 15_000, 29_999),
      fc.integer({ min: -4, max: 4 }),
      (step, ms, drift) => {
        const secret = newTotpSecret()
        const code = codeOfStep(secret, step + drift)
        const now = new Date(step * 30_000 + ms)
        expect(stepAt(now)).toBe(step)
        const near = [-1, 0, 1].map((delta) => step + delta).filter((known) => codeOfStep(secret, known) === code)
        const found = stepOf(secret, code, now)
        if (near.length === 0) expect(found).toBeNull()
        else expect(near).toContain(found)
      },
    ),
  )
})

test('six digits are read with blanks, dashes and full-width signs; nothing else is a code', () => {
  const secret = newTotpSecret()
  const now = new Date('2026-03-01T10:00:00Z')
  const code = codeOfStep(secret, stepAt(now))
  const wide = [...code].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join('')
  for (const typed of [code, ` ${code}\n`, `${code.slice(0, 3)} ${code.slice(3)}`, `${code.slice(0, 3)}-${code.slice(3)}`, wide])
    expect(stepOf(secret, typed, now)).toBe(stepAt(now))
  for (const typed of ['', '12345', `${code}0`, `0${code}`, `+${code}`, 'abcdef', `${code}\u0000`, '١٢٣٤٥٦', '1e5000'])
    expect(stepOf(secret, typed, now)).toBeNull()
})
