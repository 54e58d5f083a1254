import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { refreshTrialCount } from './query-client.ts'

const longAgo = () => Date.now() - 60_000

/** A query client with the current user loaded, and a counter of the user's requests. */
const signedIn = (subscriptionStatus: string, askedAt: number) => {
  const client = new QueryClient({
    defaultOptions: { queries: { networkMode: 'always', staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY } },
  })
  let requests = 0
  client.setQueryData(['/api/auth/user'], { subscriptionStatus }, { updatedAt: askedAt })
  const shown = new QueryObserver(client, {
    queryKey: ['/api/auth/user'],
    queryFn: () => {
      requests++
      return { subscriptionStatus }
    },
  })
  const ends = [shown.subscribe(() => undefined), refreshTrialCount(client)]
  onTestFinished(() => {
    for (const end of ends) end()
    client.clear()
  })
  return {
    client,
    requests: () => requests,
    load: (path: string) => client.fetchQuery({ queryKey: [path, {}], queryFn: () => [], staleTime: 0 }),
  }
}

test.each(['/api/estimates', '/api/invoices', '/api/dashboard'])('a list of %s refreshes the count of trial invoices', async (path) => {
  const { load, requests } = signedIn('trial', longAgo())
  await load(path)
  expect(requests()).toBe(1)
})

test.each([
  ['trial', longAgo(), '/api/items'],
  ['active', longAgo(), '/api/estimates'],
  ['trial', Date.now(), '/api/estimates'],
])('user %s, loaded at %d: %s causes no request', async (status, at, path) => {
  const { load, requests } = signedIn(status, at)
  await load(path)
  expect(requests()).toBe(0)
})

test('several lists at once cause one request', async () => {
  const { load, requests } = signedIn('trial', longAgo())
  await Promise.all([load('/api/estimates'), load('/api/dashboard'), load('/api/invoices')])
  expect(requests()).toBe(1)
})
