import { expect, test } from 'vitest'
import { internalErrorMark } from '#shared/internal-error.ts'
import { ApiError, getServerMessage, isRejected } from '#web/lib/api/client.ts'
import { toFailure, unknownOutcomeMessage } from './failure.ts'

test("a rejection carries the server's message and the fields that it names", () => {
  const issues = [{ path: 'email', message: 'Enter a valid email' }]
  expect(toFailure(new ApiError(400, JSON.stringify({ message: 'Enter a valid email', issues })))).toEqual({
    message: 'Enter a valid email',
    issues,
    current: undefined,
  })
})

test('the raw error message of a 500 is not shown, the number of an error of ours is', () => {
  expect(toFailure(new ApiError(500, '{"message":"Boom"}')).message).toBe(unknownOutcomeMessage)
  expect(getServerMessage(new ApiError(500, '{"message":"Boom"}'), 'Failed to create item')).toBe('Failed to create item')
  const own = `Something went wrong on our side. If it happens again, ${internalErrorMark}: 7`
  expect(toFailure(new ApiError(500, JSON.stringify({ message: own }))).message).toBe(own)
  expect(getServerMessage(new ApiError(507, '{"message":"The disk is full."}'), 'Failed')).toBe('The disk is full.')
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

test('without an idempotency key, no message says that a repeated save is harmless', () => {
  for (const error of [new ApiError(502, 'Bad gateway'), new TypeError('Failed to fetch')]) {
    expect(toFailure(error, false).message).toContain("we don't know whether this was saved")
    expect(toFailure(error, false).message).not.toContain('twice')
  }
})

test.each([
  [400, 'refused this, so nothing was saved'],
  [403, 'nothing was saved. Try again from another network'],
  [413, 'too large to be saved. Shorten'],
  [429, 'nothing was saved. Wait a minute'],
])('%i of a proxy, which has no message: nothing was saved', (status, words) => {
  const error = new ApiError(status, '<html>')
  expect(toFailure(error).message).toContain(words)
  expect(isRejected(error)).toBe(true)
})

test('only a rejection leaves no doubt: a timeout or a crash does', () => {
  for (const status of [408, 500, 502]) expect(isRejected(new ApiError(status, ''))).toBe(false)
  expect(isRejected(new ApiError(500, '{"message":"Something went wrong"}'))).toBe(true)
})

test('an unreachable server has a message of its own', () => {
  expect(toFailure(new TypeError('Failed to fetch')).message).toBe("The server can't be reached. Check your connection and try again.")
})

test("an ended session says what to do, whatever the server's message", () => {
  const failure = toFailure(new ApiError(401, JSON.stringify({ message: 'Sign in first' })))
  expect(failure.message).toBe('Your session has ended. Sign in, then try again.')
})
