import { once } from 'node:events'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { readRefusal } from '#server/testing/contract.ts'

let app: TestApp
let ada: Person
let readOnly: string
beforeAll(async () => {
  app = await createTestApp()
  const password = 'A long enough passphrase 41'
  ada = await app.person('ada', { password })
  const body = { name: 'Reads', scopes: ['customers:read'], expiresInDays: 30, password }
  readOnly = (await app.call(ada, 'POST', '/api/account/tokens', body)).token
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.sql('delete from rate_counts')
})

/** Announces a body, sends its beginning and waits for the answer. @returns the status and the message */
const announce = async (method: string, url: string, headers: Record<string, string> = {}) => {
  const { port } = new URL(app.origin)
  const socket = connect(Number(port), '127.0.0.1')
  const lines = Object.entries({ host: `127.0.0.1:${port}`, 'content-type': 'application/json', 'content-length': '900000', ...headers })
  socket.write(`${method} ${url} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n{"name":[[[`)
  let answer = ''
  socket.on('data', (part) => {
    answer += part
  })
  for (const until = Date.now() + 10_000; !answer.includes('"message"') && Date.now() < until; )
    await Promise.race([once(socket, 'data'), new Promise((resolve) => setTimeout(resolve, 1000))])
  socket.destroy()
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]), message: /"message":"([^"]*)"/.exec(answer)?.[1] }
}

const fill = (path: string) => path.replace(/:\w*id\b/gi, '1').replace(/:\w+/g, 'x')

test('every call that needs a sign-in is refused before its body has arrived', async () => {
  const closed = app.routes.filter(({ endpoint }) => endpoint.access !== 'public')
  expect(closed.length).toBeGreaterThan(150)
  const answers = await Promise.all(
    closed.map(async ({ endpoint: { method, path } }) => [method, path, (await announce(method, fill(path))).status]),
  )
  expect(answers.filter(([, , status]) => status !== 401)).toEqual([])
})

test.each([
  ['an unknown path', 'POST', '/api/nothing', () => ({ cookie: ada.cookie }), 404, 'Not found'],
  ['an unknown method', 'PUT', '/api/customers', () => ({ cookie: ada.cookie }), 404, 'Not found'],
  ['another site', 'POST', '/api/customers', () => ({ cookie: ada.cookie, origin: 'https://evil.example' }), 403, 'another site'],
  ['a wrong token', 'POST', '/api/customers', () => ({ authorization: 'Bearer billfold_1_x' }), 401, 'not valid'],
  ['a missing scope', 'POST', '/api/customers', () => ({ authorization: `Bearer ${readOnly}` }), 403, 'customers:write'],
  ['a call of the admin', 'GET', '/api/admin/users', () => ({ cookie: ada.cookie }), 403, 'permission'],
  ['a page of another user', 'POST', '/api/customers', () => ({ cookie: ada.cookie, 'x-billfold-user': '0' }), 403, 'Another user'],
  ['a body above the limit', 'DELETE', '/api/customers/1', () => ({ cookie: ada.cookie }), 413, 'at most 1 kB'],
] as const)('%s is answered before the body has arrived', async (_what, method, url, headers, status, message) => {
  expect(await announce(method, url, headers())).toEqual({ status, message: expect.stringContaining(message) })
})

test('a limited call is refused before its body has arrived, and other users are not', async () => {
  const limited = await app.person('limited')
  await app.send(limited, 'POST', '/api/objects/upload', {})
  await app.sql("update rate_counts set count = 100 where key like 'uploads user:%'")
  const url = '/api/objects/upload'
  expect(await announce('POST', url, { cookie: limited.cookie })).toEqual({ status: 429, message: expect.stringContaining('uploads') })
  expect((await app.send(ada, 'POST', url, {})).status).toBe(200)
})

test.each([
  ['a refused call', 'POST', '/api/customers', 401],
  ['an unknown path', 'POST', '/api/nothing', 404],
  ['a public call', 'GET', '/api/public/invoice/x', 404],
  ['the stream of events', 'GET', '/api/live', 401],
] as const)('%s counts for its address, and one more than the limit gets 429', async (_what, method, url, status) => {
  const from = `192.0.2.${status + url.length}`.replace(/\d+$/, (n) => String(Number(n) % 250))
  const call = async () => (await app.http.inject({ method, url, remoteAddress: from })).statusCode
  expect(await call()).toBe(status)
  expect(await app.sql("select key ~ '^requests address:' as counted, count from rate_counts")).toEqual([{ counted: true, count: 1 }])
  await app.sql('update rate_counts set count = 240')
  expect(await call()).toBe(429)
  // Who is signed in at the same address is not held up.
  const signedIn = await app.http.inject({ method: 'GET', url: '/api/customers', remoteAddress: from, headers: { cookie: ada.cookie } })
  expect(signedIn.statusCode).toBe(200)
})

const megabyte = 1_048_576
const hostile: [string, (bytes: number) => string, number, string][] = [
  ['nested lists', (bytes) => `{"name":${'['.repeat(bytes)}`, 400, 'nested deeper than 20 levels'],
  ['nested objects', (bytes) => '{"a":'.repeat(bytes / 5), 400, 'nested deeper than 20 levels'],
  ['many values', (bytes) => `{"name":[${'1,'.repeat(bytes / 2)}1]}`, 413, 'takes at most'],
  ['many fields', (bytes) => `{${Array.from({ length: bytes / 12 }, (_, i) => `"k${i}":1`).join(',')}}`, 413, 'at most 200 fields'],
  ['an unclosed text', (bytes) => `{"name":"${'x'.repeat(bytes)}`, 400, 'not valid JSON'],
]
test.each(hostile)('%s are refused with a sentence, small or large', async (_what, build, status, message) => {
  for (const [url, bytes] of [
    ['/api/customers', megabyte - 1000],
    ['/api/customers/import', 10 * megabyte],
  ] as const) {
    const reply = await app.send(ada, 'POST', url, build(bytes))
    expect([url, reply.status, readRefusal(reply).message]).toEqual([url, status, expect.stringContaining(message)])
  }
})

test('a packed body is not unpacked: a small one could hold gigabytes', async () => {
  const headers = { cookie: ada.cookie, 'content-type': 'application/json', 'content-encoding': 'gzip' }
  const reply = await app.http.inject({ method: 'POST', url: '/api/customers', headers, payload: gzipSync('{"name":"Acme"}') })
  expect([reply.statusCode, reply.json().message]).toEqual([400, expect.stringContaining('not valid JSON')])
})

test('a DELETE takes no body, or an empty one', async () => {
  const { id } = await app.call(ada, 'POST', '/api/customers', { name: 'Acme' })
  for (const [body, message] of [
    [`{"a":${'['.repeat(500)}`, 'nested deeper'],
    ['{"version":1}', 'Unknown field: version'],
    ['[]', 'must carry a JSON object'],
    ['{', 'not valid JSON'],
  ] as const) {
    const reply = await app.send(ada, 'DELETE', `/api/customers/${id}`, body)
    expect([body, reply.status, readRefusal(reply).message]).toEqual([body, 400, expect.stringContaining(message)])
  }
  expect((await app.send(ada, 'DELETE', `/api/customers/${id}`, '{}')).status).toBe(204)
})

const rowsOf = <V>(count: number, values: (i: number) => V) => Array.from({ length: count }, (_, i) => ({ line: i + 2, values: values(i) }))
const large = (i: number) => ({ name: `Customer ${i}`, email: `c${i}@example.com`, address: 'x'.repeat(180) })

/** A body above 1 MB, which spaces make large: rows would take long to store. */
const pad = (body: object) => JSON.stringify(body) + ' '.repeat(megabyte)

test('a body above 1 MB is taken as any other, and others are served while it is parsed', async () => {
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  const rows = rowsOf(1200, large)
  expect((await app.send(ada, 'POST', '/api/customers/import', pad({ rows }))).body).toEqual({ created: 1200, skipped: 0 })
  clearInterval(timer)
  expect(turns).toBeGreaterThan(10)
  expect(await app.call(ada, 'GET', '/api/customers/summary')).toMatchObject({ count: 1200 })
  // The body is compared for the Idempotency-Key as it was sent.
  const key = { 'idempotency-key': 'large' }
  const more = { rows: rowsOf(5, (i) => ({ ...large(i), name: `Other ${i}`, email: '' })), skipExisting: true }
  const replies = [pad(more), pad(more), pad({ ...more, skipExisting: false })].map(
    (body) => () => app.send(ada, 'POST', '/api/customers/import', body, key),
  )
  const [first, second, other] = [await replies[0]!(), await replies[1]!(), await replies[2]!()]
  expect([first.status, first.body, second.body, other.status]).toEqual([200, { created: 5, skipped: 0 }, first.body, 422])
})

test.each([
  ['not JSON', `{"rows":[${'{"line":2},'.repeat(200_000)}`, 400, 'not valid JSON'],
  ['a list', JSON.stringify(rowsOf(30_000, large)), 400, 'must carry a JSON object'],
  ['a row of megabytes', JSON.stringify({ rows: rowsOf(1, () => ({ name: 'x'.repeat(2 * megabyte) })) }), 413, 'each of its rows'],
  ['an inherited field', JSON.stringify({ rows: rowsOf(10_000, large) }).replace('"line"', '"__proto__"'), 400, '__proto__'],
  ['too many rows', JSON.stringify({ rows: rowsOf(10_001, large) }), 400, 'at most 10,000 rows'],
  ['one wrong row', JSON.stringify({ rows: [...rowsOf(9000, large), ...rowsOf(1, () => ({ name: 7 }))] }), 400, 'must be text (row 9001)'],
] as const)('above 1 MB, %s is refused as below', async (_what, body, status, message) => {
  expect(body.length).toBeGreaterThan(megabyte)
  const reply = await app.send(ada, 'POST', '/api/customers/import', body)
  expect([reply.status, readRefusal(reply).message]).toEqual([status, expect.stringContaining(message)])
})

test('an account has one body above 1 MB read at a time; its small calls and other accounts go on', async () => {
  const held = connect(Number(new URL(app.origin).port), '127.0.0.1')
  const header = (length: number) =>
    `POST /api/customers/import HTTP/1.1\r\nhost: x\r\ncookie: ${ada.cookie}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n{`
  held.write(header(3 * megabyte))
  // By then it was admitted: it came first.
  for (let i = 0; i < 3; i++)
    expect((await fetch(`${app.origin}/api/customers?limit=1`, { headers: { cookie: ada.cookie } })).status).toBe(200)
  let isDone = false
  const body = pad({ rows: rowsOf(300, large) })
  const second = app.send(ada, 'POST', '/api/customers/import', body).then((reply) => {
    isDone = true
    return reply
  })
  const bob = await app.person('bob')
  expect((await app.send(bob, 'POST', '/api/customers/import', body)).status).toBe(200)
  expect((await app.send(ada, 'GET', '/api/customers?limit=1')).status).toBe(200)
  expect(isDone).toBe(false)
  held.destroy()
  expect((await second).status).toBe(200)
})
