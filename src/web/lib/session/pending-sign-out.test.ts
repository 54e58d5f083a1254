import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endServerSession, isSignOutPending } from './pending-sign-out.ts'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})
afterEach(() => void vi.unstubAllGlobals())

const replies: [name: string, reply: Partial<Response> | undefined, isPending: boolean][] = [
  ['the redirect', { status: 0, type: 'opaqueredirect' }, false],
  ['an error of the server', { status: 500 }, true],
  ['no answer', undefined, true],
]

test.each(replies)('after %s a logout is known to have failed or not', async (_name, reply, isPending) => {
  vi.stubGlobal('fetch', async () => reply ?? Promise.reject(new TypeError('Failed to fetch')))
  await endServerSession()
  expect(isSignOutPending()).toBe(isPending)
})
