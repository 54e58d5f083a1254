import { expect, test } from 'vitest'
import { ApiError } from '#web/lib/api/client.ts'
import { toFailure, unknownOutcomeMessage } from './failure.ts'

test("a rejection carries the server's message and the fields that it names", () => {
  const issues = [{ path: 'email', message: 'Enter a valid email' }]
  expect(toFailure(new ApiError(400, JSON.stringify({ message: 'Enter a valid email', issues })))).toEqual({
    message: 'Enter a valid email',
    issues,
    current: undefined,
  })
})

test('a conflict carries the current record; other rejections carry none', () => {
  const body = JSON.stringify({ message: 'Changed elsewhere', current: { id: 1, version: 3 } })
  expect(toFailure(new ApiError(409, body)).current).toEqual({ id: 1, version: 3 })
  expect(toFailure(new ApiError(400, body)).current).toBeUndefined()
})

test.each([
  [500, ''],
  [500, '{"error":"internal"}'],
  [502, '<html>Bad gateway</html>'],
  [504, 'upstream timed out'],
])('%i %j has no server message: the outcome of the save is unknown', (status, text) => {
  expect(toFailure(new ApiError(status, text)).message).toBe(unknownOutcomeMessage)
  expect(unknownOutcomeMessage).toMatch(/whether this was saved\. Try again/)
})

test('an unreachable server has a message of its own', () => {
  expect(toFailure(new TypeError('Failed to fetch')).message).toBe("The server can't be reached. Check your connection and try again.")
})

test("an ended session says what to do, whatever the server's message", () => {
  const failure = toFailure(new ApiError(401, JSON.stringify({ message: 'Sign in first' })))
  expect(failure.message).toBe('Your session has ended. Sign in, then try again.')
})
