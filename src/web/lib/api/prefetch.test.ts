import { createServer } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { getPrefetchAgeMs, prefetch, takePrefetched } from './prefetch.ts'

afterEach(() => vi.useRealTimers())

/** A server that records its requests. URLs are absolute because there is no page. */
const startServer = async () => {
  const requests: { url: string | undefined; zone: unknown }[] = []
  const server = createServer((request, response) => {
    requests.push({ url: request.url, zone: request.headers['x-time-zone'] })
    response.end('{"a":1}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return { requests, origin: `http://127.0.0.1:${port}`, stop: () => server.close() }
}

test('a prefetched response is returned once, for exactly its URL', async () => {
  const { requests, origin, stop } = await startServer()
  const url = `${origin}/api/invoices?limit=60`
  prefetch([url])
  expect(takePrefetched(`${origin}/api/invoices`)).toBeUndefined()
  expect(getPrefetchAgeMs(`${origin}/api/invoices`)).toBeGreaterThan(0)
  expect(await (await takePrefetched(url))!.json()).toEqual({ a: 1 })
  expect(takePrefetched(url)).toBeUndefined()
  expect(getPrefetchAgeMs(`${origin}/api/invoices`)).toBe(0)
  expect(requests).toEqual([{ url: '/api/invoices?limit=60', zone: Intl.DateTimeFormat().resolvedOptions().timeZone }])
  stop()
})

test('an unused prefetch is dropped after ten seconds, and its failure is ignored', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  prefetch(['http://127.0.0.1:1/nobody-there'])
  await expect(takePrefetched('http://127.0.0.1:1/nobody-there')).rejects.toThrow()
  prefetch(['http://127.0.0.1:1/nobody-there'])
  vi.advanceTimersByTime(10_000)
  expect(takePrefetched('http://127.0.0.1:1/nobody-there')).toBeUndefined()
})
