import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import type { ChangeTopic } from '#shared/server-events.ts'
import { clockReadingAgo, trackFetchTimes } from '#web/lib/api/fetch-times.ts'
import { invalidateChanged } from './invalidate-changed.ts'

const clocksGoOn = () => new Promise((resolve) => setTimeout(resolve, 5))

/** A query client with these loaded queries mounted; `asked` counts the fetches of each since. */
const mountQueries = async (...queryKeys: string[][]) => {
  const client = new QueryClient({
    defaultOptions: { queries: { networkMode: 'always', staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY } },
  })
  const times = new Map<string, number>()
  const mount = (queryKey: string[]) => ({
    queryKey,
    queryFn: async () => {
      const name = queryKey.join(' ')
      times.set(name, (times.get(name) ?? 0) + 1)
      return name
    },
  })
  const ends = [trackFetchTimes(client)]
  onTestFinished(() => {
    for (const end of ends) end()
    client.clear()
  })
  for (const queryKey of queryKeys) {
    await client.fetchQuery(mount(queryKey))
    ends.push(new QueryObserver(client, mount(queryKey)).subscribe(() => undefined))
  }
  times.clear()
  await clocksGoOn()
  return {
    client,
    mount,
    changed: async (topic: ChangeTopic, at = clockReadingAgo(0)) => {
      const isLeft = invalidateChanged(client, new Map([[topic, at]]))
      await new Promise((resolve) => setTimeout(resolve))
      return isLeft
    },
    fetched: () => Object.fromEntries(times),
  }
}

test('queries that a changed topic affects are refetched, and no others', async () => {
  const { changed, fetched } = await mountQueries(
    ['/api/invoices', 'rows'],
    ['/api/dashboard'],
    ['/api/items', 'rows'],
    ['fresh', 'invoice 5'],
  )
  await changed('payments')
  expect(fetched()).toEqual({ '/api/invoices rows': 1, '/api/dashboard': 1 })
  await changed('items')
  expect(fetched()).toEqual({ '/api/invoices rows': 1, '/api/dashboard': 2, '/api/items rows': 1 })
})

test('a query fetched after the change is not refetched', async () => {
  const { changed, fetched, client } = await mountQueries(['/api/customers', 'rows'])
  const at = clockReadingAgo(0)
  await clocksGoOn()
  await client.invalidateQueries({ queryKey: ['/api/customers'] })
  await changed('customers', at)
  expect(fetched()).toEqual({ '/api/customers rows': 1 })
})

test('an unmounted query is refetched when it mounts', async () => {
  const { changed, fetched, client, mount } = await mountQueries()
  await client.fetchQuery(mount(['/api/expenses', 'rows']))
  await clocksGoOn()
  await changed('expenses')
  expect(fetched()).toEqual({ '/api/expenses rows': 1 })
  onTestFinished(new QueryObserver(client, mount(['/api/expenses', 'rows'])).subscribe(() => undefined))
  expect(fetched()).toEqual({ '/api/expenses rows': 2 })
})

test('an open picker keeps its options and refetches when it opens next', async () => {
  const { changed, fetched, client } = await mountQueries(['/api/customers', 'pick', 'ac'])
  await changed('customers')
  expect(fetched()).toEqual({})
  expect(client.getQueryState(['/api/customers', 'pick', 'ac'])?.isInvalidated).toBe(true)
})

test("a list that is loading a page is refetched afterwards; the new page doesn't count as fetching the others", async () => {
  const { client, changed } = await mountQueries()
  const fetched: number[] = []
  let answer = () => {}
  const list = new InfiniteQueryObserver(client, {
    queryKey: ['/api/items', 'rows'],
    queryFn: async ({ pageParam }) => {
      fetched.push(pageParam)
      if (pageParam === 1 && fetched.length === 2)
        await new Promise<void>((resolve) => {
          answer = resolve
        })
      return pageParam
    },
    initialPageParam: 0,
    getNextPageParam: (_page, pages) => pages.length,
  })
  onTestFinished(list.subscribe(() => undefined))
  await expect.poll(() => list.getCurrentResult().isSuccess).toBe(true)
  await clocksGoOn()
  const at = clockReadingAgo(0)
  await clocksGoOn()
  const more = list.fetchNextPage()
  expect(await changed('items')).toBe(true)
  answer()
  await more
  expect(fetched).toEqual([0, 1])
  expect(await changed('items', at)).toBe(false)
  await expect.poll(() => fetched).toEqual([0, 1, 0, 1])
})
