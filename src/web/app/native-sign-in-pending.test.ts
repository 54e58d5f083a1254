import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { challengeOf, dropPending, keepPending, newVerifier, pendingSignIn } from './native-sign-in-pending.ts'

test('a verifier is new each time, and its challenge is what the server makes of it', async () => {
  const verifier = newVerifier()
  expect(verifier).toMatch(/^[\w-]{43}$/)
  expect(newVerifier()).not.toBe(verifier)
  expect(await challengeOf(verifier)).toBe(createHash('sha256').update(verifier).digest('base64url'))
})

test('a sign-in is remembered for an hour, or until it ends', () => {
  const pending = { verifier: newVerifier(), create: true, returnTo: '/invoices/5?status=sent' }
  const begun = Date.now()
  keepPending(pending, begun)
  expect(pendingSignIn(begun + 3_599_000)).toEqual(pending)
  expect(pendingSignIn(begun + 3_600_000)).toBeNull()
  dropPending()
  expect(pendingSignIn(begun)).toBeNull()
})

test('the way back leads nowhere else', () => {
  const leads = (returnTo: string) => {
    keepPending({ verifier: newVerifier(), create: false, returnTo })
    return pendingSignIn()?.returnTo
  }
  for (const elsewhere of ['//evil.example', 'https://evil.example/', 'javascript:alert(1)', '/.//evil.example', '/\\evil.example', ''])
    expect([elsewhere, leads(elsewhere)]).toEqual([elsewhere, '/'])
  expect(leads('/items')).toBe('/items')
  dropPending()
})
