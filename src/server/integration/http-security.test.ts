import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp } from '#app/start.ts'
import { readEnv } from '#server/platform/config/env.ts'
import { createSecrets } from '#server/platform/encryption/secrets.ts'
import { findFreePort } from '#server/platform/http/free-port.ts'
import { silentLogger } from '#server/platform/telemetry/logger.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { formatDatabaseUrl } from '#server/testing/database-url.ts'
import { nodeKey } from '#server/testing/server-processes.ts'
import { createSession } from '#server/testing/session.ts'

// Two nodes behind a proxy that terminates HTTPS, as seen from the internet.
const publicUrl = 'https://books.example.com'
const folder = mkdtempSync(join(tmpdir(), 'billfold-edge-'))
const dist = join(folder, 'dist')
let database: TestDatabase
let nodes: { origin: string; stop(): Promise<void> }[]
let ada: string

const startNode = async (name: string) => {
  const port = await findFreePort()
  const settings = {
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: publicUrl,
    TRUSTED_PROXIES: '127.0.0.1',
    SANDBOX: 'on',
    DATA_DIR: join(folder, name),
    DATABASE_URL: formatDatabaseUrl(database.owner),
    DATABASE_APP_ROLE: String(database.app.user),
    SECRET_KEY: nodeKey.toString('base64'),
  }
  const { stop } = await startApp(readEnv(settings), { dist, logger: silentLogger })
  return { origin: `http://127.0.0.1:${port}`, stop: () => stop() }
}

beforeAll(async () => {
  mkdirSync(join(dist, 'assets'), { recursive: true })
  writeFileSync(join(dist, 'index.html'), '<!doctype html><title>Billfold</title>')
  writeFileSync(join(dist, 'sw.js'), '// the worker')
  writeFileSync(join(dist, 'assets', 'app-1.js'), '// the app')
  writeFileSync(join(dist, 'assets', 'app-1.css'), 'p{}')
  database = await createTestDatabase()
  nodes = [await startNode('one'), await startNode('two')]
  const deps = { database: database.database, secrets: createSecrets(nodeKey), publicUrl: new URL(publicUrl) }
  ada = (await createSession(deps, { email: 'ada@example.com', firstName: 'Ada', lastName: 'Tester' })).cookie
})
afterAll(async () => {
  for (const { stop } of nodes ?? []) await stop()
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

const fetchPath = (path: string, { node = 0, ...init }: RequestInit & { node?: number } = {}) =>
  fetch(nodes[node]!.origin + path, { redirect: 'manual', ...init })
const asAda = (init: RequestInit = {}): RequestInit => ({ ...init, headers: { cookie: ada, ...init.headers } })
const post = (body: string, type = 'application/json'): RequestInit => ({ method: 'POST', body, headers: { 'content-type': type } })

test('every kind of answer has all security headers', async () => {
  const id = 'A'.repeat(24)
  const answers: [status: number, path: string, init?: RequestInit][] = [
    [200, '/'],
    [200, '/', asAda()],
    [404, '/nowhere', asAda()],
    [302, '/invoices'],
    [200, '/app-shell'],
    [200, `/pay-invoice/${id}`],
    [200, `/review-estimate/${id}`],
    [200, '/assets/app-1.js'],
    [200, '/assets/app-1.css'],
    [404, '/assets/gone.js'],
    [200, '/sw.js'],
    [404, '/api/nothing'],
    [404, '/api/nothing', { method: 'DELETE' }],
    [400, '/%zz'],
    [401, '/api/customers'],
    [200, '/api/customers', asAda()],
    [200, '/api/customers/export', asAda()],
    [404, '/api/customers/1', asAda()],
    [400, '/api/customers', asAda(post('{'))],
    [415, '/api/customers', asAda(post('<a/>', 'text/xml'))],
    [413, '/api/customers', asAda(post(`"${'x'.repeat(1_100_000)}"`))],
    [403, '/api/customers', asAda({ ...post('{}'), headers: { origin: 'https://evil.example' } })],
    [200, '/api/customers', asAda({ method: 'HEAD' })],
    [404, `/api/public/invoice/${id}`],
    [303, `/pay/${id}/checkout`],
    [403, `/api/objects/uploads/${id}`, { method: 'PUT', body: 'x' }],
    [404, `/api/webhooks/stripe/${id}`, post('{}')],
    [401, '/api/live'],
    [302, '/api/login'],
    [400, '/api/login/callback?state=none'],
    [302, '/api/logout'],
    [400, `/sign-in/${id}`],
    [200, '/oidc/.well-known/openid-configuration'],
    [200, '/oidc/jwks'],
    [400, '/oidc/auth?client_id=nobody'],
    [400, '/oidc/token', post('grant_type=none', 'application/x-www-form-urlencoded')],
    [404, '/oidc/nowhere'],
    [400, '/oidc/%00'],
    [404, `/sandbox/stripe/checkout/${id}`],
    [404, `/sandbox/paypal/checkoutnow?token=${id}`],
    [200, '/sandbox/paypal/web-sdk/v6/core.js'],
    [200, '/sandbox/stripe/v3/stripe.js'],
    [200, '/healthz'],
    [404, '/.well-known/security.txt'],
    [200, '/robots.txt'],
    [200, '/sitemap.xml'],
  ]
  const wrong: string[] = []
  for (const [status, path, init] of answers) {
    const reply = await fetchPath(path, init)
    const text = await reply.text()
    const headers = Object.fromEntries(reply.headers)
    const where = `${init?.method ?? 'GET'} ${path}`
    const want = (is: boolean, what: string) => is || wrong.push(`${where}: ${what}`)
    want(reply.status === status, `status ${reply.status}`)
    want(headers['x-content-type-options'] === 'nosniff', 'nosniff')
    want(headers['x-frame-options'] === 'DENY', 'x-frame-options')
    want(/^(no-referrer|same-origin)$/.test(headers['referrer-policy'] ?? ''), 'referrer-policy')
    want(headers['strict-transport-security'] === 'max-age=31536000; includeSubDomains', 'hsts')
    want(headers['cross-origin-opener-policy'] === 'same-origin-allow-popups', 'opener policy')
    want(headers['cross-origin-resource-policy'] === 'same-origin', 'resource policy')
    want((headers['permissions-policy'] ?? '').includes('camera=(), '), 'permissions policy')
    want(headers.server === undefined && headers['x-powered-by'] === undefined, 'says what it runs on')
    const policy = headers['content-security-policy'] ?? ''
    want(policy.startsWith("default-src 'none'") && !/unsafe|\*(?!\.)/.test(policy), `policy ${policy}`)
    want(path === '/sw.js' || /frame-ancestors 'none'/.test(policy), `policy ${policy}`)
    want(
      text === '' || !/^text\/|json|javascript/.test(headers['content-type'] ?? '') || /charset=utf-8/i.test(headers['content-type'] ?? ''),
      `charset ${headers['content-type']}`,
    )
    const cachePolicies = { '/sw.js': 'no-cache', '/robots.txt': 'max-age=3600', '/sitemap.xml': 'max-age=3600' }
    const cachePolicy = path.startsWith('/assets/app')
      ? 'public, max-age=31536000, immutable'
      : (cachePolicies[path as keyof typeof cachePolicies] ?? 'no-store')
    want((headers['cache-control'] ?? '').includes(cachePolicy), `cache-control ${headers['cache-control']}`)
    if (/^\/(pay-invoice|review-estimate|pay|api\/public)\//.test(path))
      want(headers['referrer-policy'] === 'no-referrer', 'tells its address')
    for (const cookie of reply.headers.getSetCookie())
      want(
        /^__(Host|Secure)-[^=]+=/.test(cookie) && /; secure/i.test(cookie) && /; httponly/i.test(cookie) && /; samesite=lax/i.test(cookie),
        cookie,
      )
  }
  expect(wrong).toEqual([])
})

const from = (address: string, headers: Record<string, string> = {}) => ({ headers: { 'x-forwarded-for': address, ...headers } })
const customerCall = `/api/public/invoice/${'A'.repeat(24)}`
/** Sets the counters of all address limits. */
const counted = (count: number) =>
  database.database.pool.query("update rate_counts set count = $1 where key like 'requests address:%'", [count])

test('both nodes share the counters of an address, which neither a cookie nor a header resets', async () => {
  const status = async (node: number, address: string, headers: Record<string, string> = {}) =>
    (await fetchPath(customerCall, { node, ...from(address, headers) })).status
  expect([await status(0, '203.0.113.9'), await status(1, '203.0.113.9')]).toEqual([404, 404])
  await counted(238)
  expect([await status(1, '203.0.113.9'), await status(0, '203.0.113.9')]).toEqual([404, 404])
  for (const node of [0, 1]) {
    const refused = await fetchPath(customerCall, { node, ...from('203.0.113.9') })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({
      message: expect.stringMatching(/^Too many requests within a short time\. Please try again in \d+ (second|minute)s?\.$/),
    })
    expect(await status(node, '203.0.113.9', { cookie: '__Host-billfold.sid=another' })).toBe(429)
    // Only the last entry is the proxy's own; the client may invent the ones before.
    expect(await status(node, '198.51.100.77, 203.0.113.9')).toBe(429)
    expect(await status(node, '203.0.113.10')).toBe(404)
  }
})

test('too many clicks on a payment link are answered with a page, not with JSON', async () => {
  const path = `/pay/${'B'.repeat(24)}/checkout`
  expect((await fetchPath(path, from('203.0.113.20'))).status).toBe(303)
  await counted(240)
  const refused = await fetchPath(path, from('203.0.113.20', { accept: 'text/html' }))
  expect([refused.status, refused.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8'])
  expect(await refused.text()).toContain('Too many requests within a short time. Please try again in ')
})

test('a session ends after fourteen days without use, after ninety days at the latest, and at once when it is ended elsewhere', async () => {
  const { pool } = database.database
  const deps = { database: database.database, secrets: createSecrets(nodeKey), publicUrl: new URL(publicUrl) }
  const person = async (name: string) => createSession(deps, { email: `${name}@example.com`, firstName: name, lastName: 'Tester' })
  const status = async (cookie: string, node = 0) => (await fetchPath('/api/customers', { node, headers: { cookie } })).status
  const of = (userId: number) =>
    pool.query<{ days: number }>(
      "select extract(epoch from expire - now())::float8 / 86400 as days from sessions where (sess ->> 'userId')::int = $1",
      [userId],
    )
  const age = (userId: number, idleDays: number, signedInDays: number) =>
    pool.query(
      `update sessions set expire = now() + make_interval(days => 14 - $2::int), sess = jsonb_set(jsonb_set(sess::jsonb, '{signedInAt}', to_jsonb($3::bigint)),
         '{cookie,expires}', to_jsonb((now() + make_interval(days => 14 - $2::int))::text))::json where (sess ->> 'userId')::int = $1`,
      [userId, idleDays, Date.now() - signedInDays * 86_400_000],
    )
  const idle = await person('idle')
  await age(idle.userId, 13, 13)
  expect(await status(idle.cookie)).toBe(200)
  // Use on its last day extends it.
  expect((await of(idle.userId)).rows[0]!.days).toBeGreaterThan(13.9)
  await age(idle.userId, 15, 15)
  expect(await status(idle.cookie)).toBe(401)
  const busy = await person('busy')
  await age(busy.userId, 0, 89)
  expect(await status(busy.cookie)).toBe(200)
  await age(busy.userId, 0, 91)
  expect(await status(busy.cookie)).toBe(401)
  const ended = await person('ended')
  expect([await status(ended.cookie, 0), await status(ended.cookie, 1)]).toEqual([200, 200])
  await fetchPath('/api/logout', { node: 0, headers: { cookie: ended.cookie } })
  expect(await status(ended.cookie, 1)).toBe(401)
  const deleted = await person('gone')
  expect(await status(deleted.cookie, 1)).toBe(200)
  await pool.query('delete from users where id = $1', [deleted.userId])
  expect([await status(deleted.cookie, 0), await status(deleted.cookie, 1)]).toEqual([401, 401])
})
