import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { clearPendingSignIn, createVerifier, getChallenge, readPendingSignIn, storePendingSignIn } from './pending-sign-in.ts'

test('each verifier is new, and its challenge is the one that the server computes', async () => {
  const verifier = createVerifier()
  expect(verifier).toMatch(/^[\w-]{43}$/)
  expect(createVerifier()).not.toBe(verifier)
  expect(await getChallenge(verifier)).toBe(createHash('sha256').update(verifier).digest('base64url'))
})

test('a pending sign-in is stored for an hour, or until it ends', () => {
  const pending = { verifier: createVerifier(), create: true, returnTo: '/invoices/5?status=sent' }
  const startedAt = Date.now()
  storePendingSignIn(pending, startedAt)
  expect(readPendingSignIn(startedAt + 3_599_000)).toEqual(pending)
  expect(readPendingSignIn(startedAt + 3_600_000)).toBeNull()
  clearPendingSignIn()
  expect(readPendingSignIn(startedAt)).toBeNull()
})

test('the return path stays on this origin', () => {
  const leads = (returnTo: string) => {
    storePendingSignIn({ verifier: createVerifier(), create: false, returnTo })
    return readPendingSignIn()?.returnTo
  }
  for (const elsewhere of ['//evil.example', 'https://evil.example/', 'javascript:alert(1)', '/.//evil.example', '/\\evil.example', ''])
    expect([elsewhere, leads(elsewhere)]).toEqual([elsewhere, '/'])
  expect(leads('/items')).toBe('/items')
  clearPendingSignIn()
})
