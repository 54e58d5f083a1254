import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { limitTime } from './concurrency-limits.ts'

let app: TestApp
let ada: Person
let bob: Person
beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada')
  bob = await app.person('bob')
})
afterAll(() => app.close())

const send = (who: Person, path: string, signal: AbortSignal, body?: unknown) =>
  fetch(`${app.origin}${path}`, {
    signal,
    method: body === undefined ? 'GET' : 'POST',
    headers: { cookie: who.cookie, origin: app.origin, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
/** Until so many statements wait for a lock. */
const waitForBlocked = (count: number) =>
  expect
    .poll(() => app.sql("select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"), {
      timeout: 15_000,
    })
    .toHaveLength(count)

test('checks that hang hold up no export, and end with their clients: those that run, and those that wait', async () => {
  await app.sql('begin')
  await app.sql('lock table book_closings in access exclusive mode')
  const left = new AbortController()
  const checks = [1, 2, 3].map(() => send(ada, '/api/books/health', left.signal).catch((error: Error) => error.name))
  await waitForBlocked(1)
  const started = performance.now()
  for (const who of [ada, bob]) expect((await app.send(who, 'GET', '/api/customers/export')).status).toBe(200)
  expect(performance.now() - started).toBeLessThan(10_000)
  left.abort()
  expect(await Promise.all(checks)).toEqual(['AbortError', 'AbortError', 'AbortError'])
  await waitForBlocked(0)
  await app.sql('commit')
  expect((await app.send(ada, 'GET', '/api/books/health')).status).toBe(200)
  expect((await app.send(bob, 'GET', '/api/books/health')).status).toBe(200)
})

test('an import whose client leaves is ended, and stores nothing; a save goes on', async () => {
  await app.sql('begin')
  await app.sql('lock table search_entries in access exclusive mode')
  const left = new AbortController()
  const rows = [{ line: 2, values: { name: 'Imported' } }]
  const imported = send(ada, '/api/customers/import', left.signal, { rows }).catch((error: Error) => error.name)
  const saved = send(ada, '/api/customers', left.signal, { name: 'Saved' }).catch((error: Error) => error.name)
  await waitForBlocked(2)
  left.abort()
  expect(await Promise.all([imported, saved])).toEqual(['AbortError', 'AbortError'])
  await waitForBlocked(1)
  await app.sql('commit')
  await expect
    .poll(async () => (await app.call(ada, 'GET', '/api/customers')).map(({ name }) => name), { timeout: 15_000 })
    .toEqual(['Saved'])
})

test('work that takes too long is ended with a sentence that says so', async () => {
  vi.useFakeTimers()
  try {
    const ending = new AbortController()
    const ended = new Promise((_, reject) => ending.signal.addEventListener('abort', () => reject(ending.signal.reason)))
    const work = expect(limitTime(ending, () => ended)).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('This took longer than 3 minutes, so it was ended, and nothing was changed.'),
    })
    await vi.advanceTimersByTimeAsync(180_000)
    await work
    const quick = new AbortController()
    expect(await limitTime(quick, async () => 'done')).toBe('done')
    await vi.advanceTimersByTimeAsync(180_000)
    expect(quick.signal.aborted).toBe(false)
  } finally {
    vi.useRealTimers()
  }
})
