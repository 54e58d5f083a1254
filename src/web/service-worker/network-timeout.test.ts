import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { markUnresponsive, respondOrFallBack } from './network-timeout.ts'

const getFallback = async () => new Response('kept')
const nothing = async () => undefined
const textOf = async (response: Promise<Response>) => (await response).text()
const never = new Promise<Response>(() => {})
const after = (ms: number, then: () => Response) => new Promise<Response>((resolve) => setTimeout(() => resolve(then()), ms))

const check = vi.fn<() => Promise<Response>>()
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-01-05T12:00:00Z') + 60_000 * check.mock.calls.length })
  vi.stubGlobal('fetch', check)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('any response of the server is returned', async () => {
  expect((await respondOrFallBack(Promise.resolve(new Response('', { status: 500 })), getFallback)).status).toBe(500)
})

test('a failing network returns the fallback, or fails without one', async () => {
  const failed = () => Promise.reject(new TypeError('Failed to fetch'))
  expect(await textOf(respondOrFallBack(failed(), getFallback))).toBe('kept')
  await expect(respondOrFallBack(failed(), nothing)).rejects.toThrow('Failed to fetch')
})

test('an aborted request gets no fallback', async () => {
  await expect(respondOrFallBack(Promise.reject(new DOMException('', 'AbortError')), getFallback)).rejects.toThrow()
})

test('a slow server is waited for', async () => {
  check.mockImplementation(() => after(1000, () => new Response()))
  const answer = textOf(
    respondOrFallBack(
      after(20_000, () => new Response('fresh')),
      getFallback,
    ),
  )
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await answer).toBe('fresh')
})

test('without a fallback the response is awaited to the end', async () => {
  const answer = textOf(
    respondOrFallBack(
      after(60_000, () => new Response('fresh')),
      nothing,
    ),
  )
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await answer).toBe('fresh')
})

test("a dead network is waited for 3.5 s plus the check's limit; after that there are no more checks for a while", async () => {
  check.mockImplementation(() => after(2500, () => new Response()).then(() => Promise.reject(new DOMException('', 'TimeoutError'))))
  const checksBefore = check.mock.calls.length
  let first = ''
  void textOf(respondOrFallBack(never, getFallback)).then((text) => {
    first = text
  })
  await vi.advanceTimersByTimeAsync(5900)
  expect(first).toBe('')
  await vi.advanceTimersByTimeAsync(200)
  expect(first).toBe('kept')
  const second = textOf(respondOrFallBack(never, getFallback))
  await vi.advanceTimersByTimeAsync(3500)
  expect(await second).toBe('kept')
  expect(check.mock.calls.length).toBe(checksBefore + 1)
})

test('after a page failed, its calls are not waited for again', async () => {
  check.mockImplementation(() => never)
  markUnresponsive()
  const answer = textOf(respondOrFallBack(never, getFallback))
  await vi.advanceTimersByTimeAsync(600)
  expect(await answer).toBe('kept')
})
