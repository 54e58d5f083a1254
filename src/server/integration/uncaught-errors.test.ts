import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openEventStream } from '#server/platform/events/testing/open-event-stream.ts'
import { startNodes } from '#server/testing/server-processes.ts'

// How a server process handles uncaught errors; `testing/inject-errors.ts` throws them inside of it.

const provoked = {
  NODE_OPTIONS: `--import ${join(import.meta.dirname, '../testing/inject-errors.ts')}`,
  LOG_LEVEL: 'info',
  LOG_FORMAT: 'json',
}

const start = async (settings: Record<string, string> = {}) => {
  const cluster = await startNodes([{ ...provoked, ...settings }])
  onTestFinished(cluster.close)
  const [node] = cluster.nodes
  const { cookie } = await cluster.person('ada')
  const { cookie: other } = await cluster.person('bob')
  /** A request that causes an error; 'cut' when its connection was closed before the answer was complete. */
  const provoke = (how: string, path: string, { body, ...init }: RequestInit = {}, origin = node!.origin) =>
    fetch(origin + path, { ...init, ...(body !== undefined && { body }), headers: { cookie, 'x-test-error': how, ...init.headers } })
      .then(async (reply) => {
        await reply.arrayBuffer()
        return reply.status
      })
      .catch(() => 'cut')
  const lines = () =>
    node!
      .log()
      .split('\n')
      .slice(0, -1)
      .flatMap((line) =>
        line.startsWith('{') ? [JSON.parse(line) as { level: string; message: string; requestId?: string; route?: string }] : [],
      )
  const uncaught = () => lines().filter(({ message }) => message === 'an error that nothing caught')
  return { node: node!, cookie, other, provoke, lines, uncaught }
}

test('an uncaught error closes the connection of its request; other requests are served', { timeout: 400_000 }, async () => {
  const { node, cookie, other, provoke, uncaught, lines } = await start({ SANDBOX: 'on' })
  const stream = await openEventStream({ cookie: other }, node.origin)
  onTestFinished(stream.stop)
  await stream.next()
  // A request of another account whose body is still being sent.
  let finish = () => {}
  const slow = new ReadableStream({
    start: (controller) => {
      controller.enqueue(Buffer.from('{"name":'))
      finish = () => {
        controller.enqueue(Buffer.from('"Slow but sure"}'))
        controller.close()
      }
    },
  })
  const saving = fetch(`${node.origin}/api/customers`, {
    method: 'POST',
    headers: { cookie: other, 'content-type': 'application/json' },
    body: slow,
    duplex: 'half',
  } as RequestInit)

  const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ name: 'x'.repeat(100_000) }) }
  const { uploadURL } = (await node.send(cookie, 'POST', '/api/objects/upload')).body as { uploadURL: string }
  const { pathname, search } = new URL(uploadURL)
  const outcomes = {
    body: await provoke('body', '/api/customers', json),
    timer: await provoke('timer', '/api/live'),
    'live stream': await provoke('write', '/api/live'),
    upload: await provoke('body', pathname + search, { method: 'PUT', body: Buffer.alloc(300_000) }),
    'identity provider': await provoke('tick', '/oidc/token', json),
    'event without a listener': await provoke('stream', '/api/live'),
  }
  expect(outcomes).toEqual(Object.fromEntries(Object.keys(outcomes).map((name) => [name, 'cut'])))
  // Each log line names its request. Errors while an answer is piped are caught by the framework.
  const routeOf = (requestId: string | undefined) =>
    lines().find((line) => line.message === 'request' && line.requestId === requestId)?.route
  await expect
    .poll(() => uncaught().map(({ requestId }) => routeOf(requestId)))
    .toEqual(['/api/customers', '/api/live', '/api/objects/uploads/*', '/oidc/*', '/api/live'])

  finish()
  expect((await saving).status).toBe(201)
  await stream.topics('customers')
  expect((await node.send(cookie, 'GET', '/api/customers')).status).toBe(200)
})

test('the servers of the simulators survive uncaught errors, too', { timeout: 400_000 }, async () => {
  const { node, provoke, uncaught } = await start({ SANDBOX: 'on' })
  const own = new URL(node.origin).port
  const ports = [...node.log().matchAll(/^listens on (\d+)$/gm)].map(([, port]) => port!).filter((port) => port !== own)
  expect(ports.length).toBeGreaterThanOrEqual(2)
  for (const port of ports)
    for (const how of ['tick', 'write'])
      expect([port, how, await provoke(how, '/v1/accounts', { method: 'POST', body: 'a=b' }, `http://127.0.0.1:${port}`)]).toEqual([
        port,
        how,
        'cut',
      ])
  await expect.poll(uncaught).toHaveLength(ports.length)
})

test('ten uncaught errors within a minute stop the server in an orderly way, with exit code 1', { timeout: 400_000 }, async () => {
  const { node, cookie, provoke, lines } = await start()
  for (let i = 1; i < 10; i++) expect(await provoke('rejection', '/api/customers')).toBe('cut')
  expect((await node.send(cookie, 'GET', '/api/customers')).status).toBe(200)
  await provoke('rejection', '/api/customers')
  expect(await node.ended).toBe(1)
  expect(lines().map(({ message }) => message)).toContain('10 such errors within a minute: the server stops')
})

test('uncaught errors that block the event loop end the process at once with exit code 1', {
  timeout: 400_000,
}, async () => {
  const { node, provoke } = await start()
  expect(await provoke('storm', '/api/customers')).toBe('cut')
  expect(await node.ended).toBe(1)
})

test('an uncaught error during the start ends the process with exit code 1', { timeout: 400_000 }, async () => {
  await expect(startNodes([{ ...provoked, TEST_ERROR_AT_START: '1' }])).rejects.toThrow(
    /the server ended with 1:[\s\S]*it happened during the start/,
  )
})
