import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { markReachable, markServedFromCache, markUnreachable } from '#web/lib/api/connection.ts'
import { refetchOnReconnect } from './refetch-on-reconnect.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-01-05T12:00:00Z') })
  // Another file of this worker may have lost the server.
  markReachable()
})
afterEach(() => {
  markReachable()
  vi.useRealTimers()
})

const watched = () => {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY, networkMode: 'always' } },
  })
  onTestFinished(refetchOnReconnect(client))
  const asked: string[] = []
  const show = async (queryKey: string[], ask: () => unknown = () => 'data') => {
    const queryFn = async () => {
      asked.push(queryKey.join(' '))
      return ask()
    }
    onTestFinished(new QueryObserver(client, { queryKey, queryFn }).subscribe(() => {}))
    await vi.advanceTimersByTimeAsync(10)
  }
  return { asked, show }
}
const fail = () => {
  throw new TypeError('Failed to fetch')
}

test('what came from memory, and what could not be had, is asked again once the server is back; nothing else is', async () => {
  const { asked, show } = watched()
  await show(['/api/items'])
  markServedFromCache(new Date())
  await vi.advanceTimersByTimeAsync(10)
  await show(['/api/customers'])
  await show(['/api/billing'], fail)
  // What somebody types in, and what he is choosing from, stays as it is.
  await show(['fresh', 'invoice'])
  await show(['/api/customers', 'pick'])
  asked.length = 0
  markReachable()
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked).toEqual(['/api/customers', '/api/billing'])
})

test('a server that breaks off one call alone is asked for it less and less often', async () => {
  const { asked, show } = watched()
  await show(['/api/reports'], fail)
  for (let second = 0; second < 120; second += 1) {
    markUnreachable()
    markReachable()
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(asked.length).toBeGreaterThan(3)
  expect(asked.length).toBeLessThan(12)
})
