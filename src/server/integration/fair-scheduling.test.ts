import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'

let app: TestApp
let ada: Person
let ben: Person
beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada')
  ben = await app.person('ben')
})
afterAll(() => app.close())

const get = async (who: Person, path = '/api/customers') => {
  const reply = await fetch(app.origin + path, { headers: { cookie: who.cookie } })
  return { status: reply.status, headers: reply.headers, body: (await reply.json()) as { message?: string } }
}

/** Starts a request whose body is incomplete, so that the server waits for it. */
const beginPost = async ({ cookie }: Person): Promise<Socket> => {
  const { hostname, port } = new URL(app.origin)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  const received = once(socket, 'data')
  socket.write(
    `POST /api/customers HTTP/1.1\r\nhost: ${hostname}:${port}\r\norigin: ${app.origin}\r\ncookie: ${cookie}\r\ncontent-type: application/json\r\nexpect: 100-continue\r\ncontent-length: 100\r\n\r\n{`,
  )
  await received
  // Until it is being processed: the server says "100 Continue" before it knows the account.
  await sleep(100)
  return socket
}

/** Whether the request is answered within a moment. */
const isAnswered = (pending: Promise<unknown>) => Promise.race([pending.then(() => true), sleep(500, false)])

test("beyond six concurrent requests, an account's requests wait, and other accounts' requests do not", async () => {
  const held = []
  for (let i = 0; i < 6; i++) held.push(await beginPost(ada))
  const waiting = get(ada)
  expect(await isAnswered(waiting)).toBe(false)
  expect((await get(ben)).status).toBe(200)

  // A client that disconnects releases its slot.
  held.pop()!.destroy()
  expect((await waiting).status).toBe(200)

  held.push(await beginPost(ada))
  // All others wait, however long they take to arrive.
  const many = Array.from({ length: 201 }, () => get(ada))
  const reply = await Promise.race(many)
  expect(reply.status).toBe(429)
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(reply.body.message).toMatch(/^Too many requests of this account are waiting/)
  expect((await get(ben)).status).toBe(200)

  for (const socket of held) socket.destroy()
  expect((await Promise.all(many)).filter(({ status }) => status === 200)).toHaveLength(200)
})

test('a request that was aborted while waiting occupies no slot', async () => {
  const held = []
  for (let i = 0; i < 6; i++) held.push(await beginPost(ada))
  const aborted = []
  for (let i = 0; i < 6; i++) aborted.push(await beginPost(ada))
  for (const socket of aborted) socket.destroy()
  await sleep(100)
  for (const socket of held) socket.destroy()
  expect((await get(ada)).status).toBe(200)
  expect((await Promise.all(Array.from({ length: 20 }, () => get(ada)))).every(({ status }) => status === 200)).toBe(true)
})

test('requests beyond the rate wait instead of being refused', async () => {
  const slow = await createTestApp({ requestsPerSecond: 1 })
  try {
    const who = await slow.person('cleo')
    const codes = []
    for (let i = 0; i < 13; i++) codes.push((await slow.send(who, 'GET', '/api/customers')).status)
    expect(new Set(codes)).toEqual(new Set([200]))
    const next = slow.send(who, 'GET', '/api/customers')
    expect(await Promise.race([next.then(() => true), sleep(200, false)])).toBe(false)
    expect((await next).status).toBe(200)
  } finally {
    await slow.close()
  }
})

test('a long list waits for at most one of another account, also when that account requests many', async () => {
  await app.sql("insert into items (user_id, name, unit_price) select $1, 'Item ' || n, 1 from generate_series(1, 3000) n", [ada.userId])
  const order: string[] = []
  const getAndRecord = (who: Person, name: string, path: string) => get(who, path).then(() => order.push(name))
  const many = Array.from({ length: 10 }, (_, i) => getAndRecord(ada, `long ${i}`, '/api/items'))
  await sleep(5)
  await Promise.all([getAndRecord(ben, 'other', '/api/items'), ...many])
  expect(order.indexOf('other')).toBeLessThan(5)
})
