import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { markReachable, markServedFromCache, markUnreachable } from '#web/lib/api/connection.ts'
import { refetchOnReconnect } from './refetch-on-reconnect.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-01-05T12:00:00Z') })
  // Another test file in this worker may have marked the server unreachable.
  markReachable()
})
afterEach(() => {
  markReachable()
  vi.useRealTimers()
})

const setUp = () => {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY, networkMode: 'always' } },
  })
  onTestFinished(refetchOnReconnect(client))
  const fetched: string[] = []
  const show = async (queryKey: string[], ask: () => unknown = () => 'data') => {
    const queryFn = async () => {
      fetched.push(queryKey.join(' '))
      return ask()
    }
    onTestFinished(new QueryObserver(client, { queryKey, queryFn }).subscribe(() => {}))
    await vi.advanceTimersByTimeAsync(10)
  }
  return { fetched, show }
}
const fail = () => {
  throw new TypeError('Failed to fetch')
}

test('queries served from the cache or failed are refetched once the server is back, and no others', async () => {
  const { fetched, show } = setUp()
  await show(['/api/items'])
  markServedFromCache(new Date())
  await vi.advanceTimersByTimeAsync(10)
  await show(['/api/customers'])
  await show(['/api/billing'], fail)
  // Open forms and pickers keep their data.
  await show(['fresh', 'invoice'])
  await show(['/api/customers', 'pick'])
  fetched.length = 0
  markReachable()
  await vi.advanceTimersByTimeAsync(1000)
  expect(fetched).toEqual(['/api/customers', '/api/billing'])
})

test('a call that fails alone is retried with growing pauses', async () => {
  const { fetched, show } = setUp()
  await show(['/api/reports'], fail)
  for (let second = 0; second < 120; second += 1) {
    markUnreachable()
    markReachable()
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(fetched.length).toBeGreaterThan(3)
  expect(fetched.length).toBeLessThan(12)
})
