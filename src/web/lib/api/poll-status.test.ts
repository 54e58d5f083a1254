import { expect, test } from 'vitest'
import { ApiError } from './client.ts'
import { pollStatus } from './poll-status.ts'

/** Polls a server that gives the listed answers in order, and records the pauses. */
const poll = async (...answers: (string | Error)[]) => {
  const waited: number[] = []
  const fetchStatus = async () => {
    const answer = answers.shift()
    if (answer === undefined) throw new Error('one request too many')
    if (answer instanceof Error) throw answer
    return answer
  }
  const wait = async (ms: number) => void waited.push(ms)
  const result = await pollStatus({ fetchStatus, wait, pausesMs: [0, 10, 20], isSettled: (status) => status === 'settled' }).catch(
    (error: Error) => error.message,
  )
  return { result, waited }
}

test('a settled status ends the polling at once', async () => expect(await poll('settled')).toEqual({ result: 'settled', waited: [] }))

test('a later status is waited for', async () => expect(await poll('open', 'settled')).toEqual({ result: 'settled', waited: [10] }))

test('after the last attempt the last status counts', async () =>
  expect(await poll('a', 'b', 'c')).toEqual({ result: 'c', waited: [10, 20] }))

test('a failed request uses one attempt; one response among failures counts', async () => {
  expect((await poll(new Error('1'), 'settled')).result).toBe('settled')
  expect((await poll(new Error('1'), 'open', new Error('3'))).result).toBe('open')
  expect((await poll(new Error('1'), new ApiError(429, 'slow down'), new ApiError(500, 'away'))).result).toBe('500: away')
})

test('a rejection is not retried', async () =>
  expect(await poll(new ApiError(404, 'not found'))).toEqual({ result: '404: not found', waited: [] }))

test('no response at all is an error', async () => expect((await poll(new Error('1'), new Error('2'), new Error('3'))).result).toBe('3'))
