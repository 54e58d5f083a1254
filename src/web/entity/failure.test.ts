import { expect, test } from 'vitest'
import { ApiError } from '../lib/api.ts'
import { failureOf } from './failure.ts'

test("a refusal carries the server's words and the fields that it names", () => {
  const issues = [{ path: 'email', message: 'Enter a valid e-mail' }]
  expect(failureOf(new ApiError(400, JSON.stringify({ message: 'Enter a valid e-mail', issues })))).toEqual({
    message: 'Enter a valid e-mail',
    issues,
    current: undefined,
    needsSignIn: false,
  })
})

test('a conflict carries the present record; other refusals carry none', () => {
  const body = JSON.stringify({ message: 'Changed elsewhere', current: { id: 1, version: 3 } })
  expect(failureOf(new ApiError(409, body)).current).toEqual({ id: 1, version: 3 })
  expect(failureOf(new ApiError(400, body)).current).toBeUndefined()
})

test('an answer that is no JSON and a server out of reach get words of their own', () => {
  expect(failureOf(new ApiError(502, '<html>Bad gateway</html>')).message).toBe(
    'Something went wrong on our side. Nothing was saved; please try again.',
  )
  expect(failureOf(new TypeError('Failed to fetch')).message).toBe("The server can't be reached. Check your connection and try again.")
})

test('a session that is over says what to do, whatever the server called it', () => {
  const failure = failureOf(new ApiError(401, JSON.stringify({ message: 'Sign in first' })))
  expect(failure.needsSignIn).toBe(true)
  expect(failure.message).toBe('Your session is over. Sign in again in another tab, then try again here.')
})
