import { expect, test } from 'vitest'
import { createSession } from '#server/testing/session.ts'
import { createBrowser } from './testing/browser.ts'
import { ada, createAccount, signIn, startServer } from './testing/server.ts'

test('a new user creates an account, signs out and signs in again with the password', async () => {
  const server = await startServer()
  const browser = createBrowser()
  const home = await createAccount(browser, server.origin)
  expect(home.url).toBe(`${server.origin}/`)
  const id = await server.whoami(browser)
  expect(id).toBeTypeOf('number')
  const { rows } = await server.database.pool.query('select email, first_name, last_name, subscription_status from users where id = $1', [
    id,
  ])
  expect(rows[0]).toEqual({ email: 'ada@example.com', first_name: 'Ada', last_name: 'Lovelace', subscription_status: 'trial' })

  const response = await browser.visit(`${server.origin}/api/logout`)
  expect(response).toMatchObject({ status: 302, location: `${server.origin}/` })
  expect(await server.whoami(browser)).toBeNull()
  const page = await browser.open(`${server.origin}/api/login`)
  expect(page.html).toContain('<h1>Sign in</h1>')

  expect((await signIn(browser, server.origin, { ...ada, email: '  ADA@Example.com ' })).url).toBe(`${server.origin}/`)
  expect(await server.whoami(browser)).toBe(id)
  expect(server.logged).toEqual([])
})

test('signing out ends the session, and other browsers stay signed in', async () => {
  const server = await startServer()
  const [here, there, thief] = [createBrowser(), createBrowser(), createBrowser()]
  await createAccount(here, server.origin)
  await signIn(there, server.origin)
  thief.setCookie('127.0.0.1', 'billfold.sid', here.cookie('billfold.sid')!)
  expect(await server.whoami(thief)).toBeTypeOf('number')
  await here.visit(`${server.origin}/api/logout`)
  expect(await server.whoami(thief)).toBeNull()
  expect(await server.whoami(there)).toBeTypeOf('number')
})

test('signing in changes the session id, so that a planted one is not signed in (session fixation)', async () => {
  const server = await startServer()
  const [eve, victim] = [createBrowser(), createBrowser()]
  await createAccount(eve, server.origin, { ...ada, email: 'eve@example.com' })
  const page = await victim.open(`${server.origin}/api/login?create=1`)
  const planted = eve.cookie('billfold.sid')!
  victim.setCookie('127.0.0.1', 'billfold.sid', planted)
  await victim.follow(await victim.submit(page, ada))
  const id = await server.whoami(victim)
  expect(id).toBeTypeOf('number')
  expect(victim.cookie('billfold.sid')).not.toBe(planted)
  expect(await server.whoami(eve)).not.toBe(id)
})

test('a session cookie for tests works like any other, forged ones do not, and sessions end after ninety days', async () => {
  const server = await startServer()
  const { database, secrets } = server
  const session = await createSession({ database, secrets, publicUrl: new URL(server.origin) }, ada)
  const whoami = async () => (await server.app.inject({ url: '/whoami', headers: { cookie: session.cookie } })).json()
  expect(await whoami()).toEqual({
    id: session.userId,
    timeZone: null,
    email: ada.email,
    emailVerified: true,
    sessionId: expect.stringMatching(/^[\w-]{32}$/),
  })
  const forged = `${session.cookie.slice(0, -6)}AAAA%3D`
  expect((await server.app.inject({ url: '/whoami', headers: { cookie: forged } })).json()).toEqual({ id: null })
  await database.pool.query("update sessions set sess = jsonb_set(sess::jsonb, '{signedInAt}', to_jsonb($1::bigint))::json", [
    Date.now() - 91 * 86_400_000,
  ])
  expect(await whoami()).toEqual({ id: null })
})

test('sign-in returns to the requested page, and never to another site', async () => {
  const server = await startServer()
  const browser = createBrowser()
  await createAccount(browser, server.origin)
  for (const [returnTo, expected] of [
    ['/invoices?status=overdue&q=%C3%A4#top', '/invoices?status=overdue&q=%C3%A4#top'],
    ['//evil.example', '/'],
    ['https://evil.example/', '/'],
    ['/\\evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['/.//evil.example', '/'],
    ['/api/logout', '/'],
    ['javascript:alert(1)', '/'],
  ]) {
    await browser.visit(`${server.origin}/api/logout`)
    const end = await signIn(browser, server.origin, ada, `?returnTo=${encodeURIComponent(returnTo!)}`)
    expect(end.url, returnTo).toBe(`${server.origin}${expected}`)
    expect(await server.whoami(browser), returnTo).not.toBeNull()
  }
})

test('a hundred visits to /api/login create no session and few cookies', async () => {
  const server = await startServer()
  const browser = createBrowser()
  for (let i = 0; i < 100; i++) expect((await browser.visit(`${server.origin}/api/login`)).status).toBe(302)
  const { rows } = await server.database.pool.query('select count(*)::int as count from sessions')
  expect(rows[0].count).toBe(0)
  expect(browser.cookieNames().filter((name) => name.startsWith('billfold.login.')).length).toBeLessThanOrEqual(4)
})

test('concurrent sign-ins in two tabs both succeed', async () => {
  const server = await startServer()
  const browser = createBrowser()
  await createAccount(browser, server.origin)
  await browser.visit(`${server.origin}/api/logout`)
  const first = await browser.open(`${server.origin}/api/login?returnTo=/items`)
  const second = await browser.open(`${server.origin}/api/login?returnTo=/customers`)
  expect((await browser.follow(await browser.submit(first, ada))).url).toBe(`${server.origin}/items`)
  expect((await browser.follow(await browser.submit(second, ada))).url).toBe(`${server.origin}/customers`)
})

test('cookies are HttpOnly and Lax, and behind https Secure with the __Host- prefix', async () => {
  const server = await startServer()
  const browser = createBrowser()
  const page = await browser.open(`${server.origin}/api/login?create=1`)
  const callback = await browser.follow(await browser.submit(page, ada), (v) =>
    v.setCookies.some((line) => line.startsWith('billfold.sid=')),
  )
  const line = callback.setCookies.find((cookie) => cookie.startsWith('billfold.sid='))!
  expect(line).toMatch(/; Path=\/;/)
  expect(line).toMatch(/; HttpOnly/)
  expect(line).toMatch(/; SameSite=Lax/i)
  expect(line).not.toMatch(/Secure|Domain/)
  const days = (new Date(/Expires=([^;]+)/.exec(line)![1]!).getTime() - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(13.9)
})

test('behind a TLS proxy that the server itself cannot reach, sign-in works with Secure cookies', async () => {
  const publicUrl = new URL('https://billfold.example')
  const server = await startServer({ publicUrl: () => publicUrl })
  const browser = createBrowser()
  const lines: string[] = []
  // The proxy forwards requests for the public URL to the server, with another Host header.
  const viaProxy = async (address: string, init: RequestInit = {}) => {
    const url = new URL(address)
    const visit = await browser.visit(`${server.origin}${url.pathname}${url.search}`, init)
    lines.push(...visit.setCookies)
    return { ...visit, url: url.href, location: visit.location?.replace(server.origin, publicUrl.origin) ?? null }
  }
  const open = async (address: string, init?: RequestInit) => {
    let current = await viaProxy(address, init)
    while (current.location) {
      expect(current.location).toMatch(/^https:\/\/billfold\.example\//)
      current = await viaProxy(current.location)
    }
    return current
  }
  const page = await open('https://billfold.example/api/login?create=1')
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: publicUrl.origin }
  await open(page.url, { method: 'POST', body: new URLSearchParams(ada).toString(), headers: form })
  expect(await server.whoami(browser)).toBeTypeOf('number')
  expect(browser.cookieNames()).toContain('__Host-billfold.sid')
  for (const line of lines) expect(line).toMatch(/; Secure/i)
})

test('another host name redirects to the public one first and keeps all parameters', async () => {
  const server = await startServer()
  const { headers } = await server.app.inject({ url: '/api/login?returnTo=/items&create=1', headers: { host: `localhost:${server.port}` } })
  expect(headers.location).toBe(`${server.origin}/api/login?moved=1&returnTo=%2Fitems&create=1`)
  // No redirect loop behind a proxy that rewrites the Host header.
  const moved = await server.app.inject({ url: '/api/login?moved=1', headers: { host: 'inner.example' } })
  expect(moved.headers.location).toContain(`${server.origin}/oidc/auth`)
})

test('pages of other sites can neither sign out with an image nor submit the sign-in form', async () => {
  const server = await startServer()
  const browser = createBrowser()
  await createAccount(browser, server.origin)
  const image = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }
  expect((await browser.visit(`${server.origin}/api/logout`, { headers: image })).status).toBe(403)
  expect(await server.whoami(browser)).not.toBeNull()
  await browser.visit(`${server.origin}/api/logout`)
  const page = await browser.open(`${server.origin}/api/login`)
  const foreign = await browser.submit(page, ada, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })
  expect(foreign.status).toBe(403)
})

test('the session of a deleted user counts as signed out, and built files read no session', async () => {
  const server = await startServer()
  const browser = createBrowser()
  await createAccount(browser, server.origin)
  expect((await browser.visit(`${server.origin}/assets/a.js`)).html).toBe('{"loaded":[]}')
  await server.database.pool.query('delete from users')
  expect(await server.whoami(browser)).toBeNull()
})

test('a session in use is prolonged once a day, and an expired one is not accepted', async () => {
  const server = await startServer()
  const browser = createBrowser()
  await createAccount(browser, server.origin)
  const getRemainingDays = async () => {
    const { rows } = await server.database.pool.query('select extract(epoch from expire - now()::timestamp) / 86400 as days from sessions')
    return Number(rows[0].days)
  }
  const setRemainingDays = (days: number) =>
    server.database.pool.query(
      `update sessions set expire = now()::timestamp + make_interval(days => $1),
       sess = jsonb_set(sess::jsonb, '{cookie,expires}', to_jsonb(to_char(now() at time zone 'UTC' + make_interval(days => $1), 'YYYY-MM-DD"T"HH24:MI:SS"Z"')))::json`,
      [days],
    )
  expect((await browser.visit(`${server.origin}/whoami`)).setCookies).toEqual([])
  await setRemainingDays(5)
  expect((await browser.visit(`${server.origin}/whoami`)).setCookies.join()).toContain('billfold.sid=')
  expect(await getRemainingDays()).toBeGreaterThan(13.9)
  await setRemainingDays(-1)
  expect(await server.whoami(browser)).toBeNull()
})

test('two nodes that start at once on an empty database share sessions and sign-ins', async () => {
  const first = await startServer()
  await first.database.pool.query('delete from server_keys')
  const beside = { test: first.test, secrets: first.secrets }
  const publicUrl = () => new URL(first.origin)
  const [a, b] = await Promise.all([startServer({ beside, publicUrl }), startServer({ beside, publicUrl })])
  const { rows } = await first.database.pool.query('select name from server_keys order by name')
  expect(rows.map((row) => row.name)).toEqual(['identity-links', 'oidc-client-secret', 'oidc-cookies', 'oidc-jwks', 'session-secret'])
  const browser = createBrowser()
  // The requests alternate between the nodes.
  let requests = 0
  const visit = (address: string, init?: RequestInit) => {
    const url = new URL(address)
    return browser.visit(`${[a, b][requests++ % 2]!.origin}${url.pathname}${url.search}`, init)
  }
  let current = await visit(`${first.origin}/api/login?create=1`)
  while (current.location) current = await visit(current.location)
  current = await visit(current.url, {
    method: 'POST',
    body: new URLSearchParams(ada).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: first.origin },
  })
  while (current.location) current = await visit(current.location)
  expect(await a.whoami(browser)).toBeTypeOf('number')
  expect(await b.whoami(browser)).toBe(await a.whoami(browser))
})

const elsewhere = 'https://evil.example/page'
const signOuts: [string, (origin: string) => Record<string, string>, 'out' | 'asked' | 'refused'][] = [
  ['the app’s own call', () => ({ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', accept: '*/*' }), 'out'],
  ['a link of the app', () => ({ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' }), 'out'],
  ['an address that was typed', () => ({ 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }), 'out'],
  ['a link of another site', () => ({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', referer: elsewhere }), 'asked'],
  ['a link of a neighboring site', () => ({ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' }), 'asked'],
  ['an image of another site', () => ({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }), 'refused'],
  // Of a browser without Sec-Fetch-Site.
  ['a page of the app, without Sec-Fetch-Site', (origin) => ({ referer: `${origin}/account` }), 'out'],
  ['the app’s own call, without Sec-Fetch-Site and Referer', () => ({ accept: '*/*' }), 'out'],
  ['a link of another site, without Sec-Fetch-Site', () => ({ referer: elsewhere }), 'asked'],
  ['a link of another site that hides it, without Sec-Fetch-Site', () => ({}), 'asked'],
  ['a page whose address cannot be read, without Sec-Fetch-Site', () => ({ referer: 'nonsense', accept: '*/*' }), 'asked'],
]
test('the app and its user sign out at once, and a link of another site asks first', async () => {
  const server = await startServer()
  const { database, secrets, origin } = server
  const outcomes = { out: [302, false], asked: [200, true], refused: [403, true] }
  for (const [i, [what, headersAt, expected]] of signOuts.entries()) {
    const { cookie } = await createSession({ database, secrets, publicUrl: new URL(origin) }, { ...ada, email: `ada${i}@example.com` })
    const headers = { accept: 'text/html,*/*;q=0.8', ...headersAt(origin) }
    const reply = await server.app.inject({ url: '/api/logout', headers: { ...headers, cookie } })
    const isSignedIn = (await server.app.inject({ url: '/whoami', headers: { cookie } })).json().id !== null
    expect([what, reply.statusCode, isSignedIn]).toEqual([what, ...outcomes[expected]])
    if (expected === 'asked')
      for (const part of [
        '<h1>Sign out of Billfold?</h1>',
        '<a class="button" href="/api/logout">Sign out</a>',
        'href="/">Stay signed in</a>',
      ])
        expect(reply.body).toContain(part)
    // A visitor has nothing to lose.
    const visitor = await server.app.inject({ url: '/api/logout', headers })
    expect([what, visitor.statusCode]).toEqual([what, expected === 'refused' ? 403 : 302])
  }
})
