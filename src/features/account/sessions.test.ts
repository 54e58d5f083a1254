import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowser } from '#server/platform/auth/testing/browser.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'

const password = 'the current password'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
let app: TestApp
let ada: Person
let bob: Person
beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada', { password })
  bob = await app.person('bob')
})
afterAll(() => app.close())

const list = async (who: Person) => await app.call(who, 'GET', '/api/account/sessions')
const isIn = async (who: Person) => (await app.send(who, 'GET', '/api/auth/user')).status === 200
/** Signs ada in through the pages, with this user agent. */
const signedIn = async (userAgent: string): Promise<Person> => {
  const browser = createBrowser()
  const headers = { 'user-agent': userAgent }
  const follow = async (address: string, init: RequestInit = {}) => {
    let at = await browser.visit(address, { ...init, headers: { ...headers, ...(init.headers as object) } })
    while (at.location) at = await browser.visit(at.location, { headers })
    return at
  }
  const page = await follow(`${app.origin}/api/login`)
  await follow(page.url, {
    method: 'POST',
    body: new URLSearchParams({ email: ada.email, password }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: app.origin },
  })
  return { ...ada, cookie: `billfold.sid=${browser.cookie('billfold.sid')}` }
}

test('every session is listed with its user agent and address, and without its id', async () => {
  const here = await signedIn(firefox)
  const long = await signedIn(`${'x'.repeat(400)} Firefox/1`)
  const rows = await list(here)
  expect(rows).toHaveLength(3)
  expect(rows[0]).toEqual({
    ref: expect.stringMatching(/^[\w-]{32}$/),
    isCurrent: true,
    device: 'Firefox on Linux',
    address: '127.0.0.1',
    signedInAt: expect.any(String),
    lastUsedAt: expect.any(String),
  })
  expect(Math.abs(Date.parse(rows[0]!.lastUsedAt) - Date.now())).toBeLessThan(60_000)
  expect(rows.map((row) => row.isCurrent)).toEqual([true, false, false])
  const sids = await app.sql<{ sid: string; agent: string | null }>("select sid, sess ->> 'userAgent' as agent from sessions")
  for (const { sid } of sids) expect(JSON.stringify(rows)).not.toContain(sid)
  expect(sids.map(({ agent }) => agent?.length ?? 0).sort((a, b) => a - b)).toEqual([0, 0, firefox.length, 300])
  // Sessions without a user agent are listed too.
  expect(rows.filter((row) => row.device === null)).toHaveLength(2)
  expect((await list(long)).find((row) => row.isCurrent)).toMatchObject({ device: null })
  expect(await list(bob)).toHaveLength(1)
  expect((await app.send(null, 'GET', '/api/account/sessions')).status).toBe(401)
})

test('a session is ended by its owner only, and at once, including the current one', async () => {
  const [here, there] = [await signedIn(firefox), await signedIn(firefox)]
  const own = (await list(there)).find(({ isCurrent }) => isCurrent)!
  const stranger = await app.send(bob, 'DELETE', `/api/account/sessions/${own.ref}`)
  const unknown = await app.send(bob, 'DELETE', `/api/account/sessions/${'x'.repeat(32)}`)
  expect([stranger.status, stranger.body]).toEqual([404, unknown.body])
  expect((await app.send(null, 'DELETE', `/api/account/sessions/${own.ref}`)).status).toBe(401)
  for (const ref of ['%00', "' or true --", '0'])
    expect((await app.send(here, 'DELETE', `/api/account/sessions/${encodeURIComponent(ref)}`)).status).toBe(404)
  expect(await isIn(there)).toBe(true)
  expect((await app.send(here, 'DELETE', `/api/account/sessions/${own.ref}`)).status).toBe(204)
  expect([await isIn(there), await isIn(here)]).toEqual([false, true])
  expect((await app.send(here, 'DELETE', `/api/account/sessions/${own.ref}`)).status).toBe(404)

  const current = (await list(here)).find(({ isCurrent }) => isCurrent)!
  expect((await app.send(here, 'DELETE', `/api/account/sessions/${current.ref}`)).status).toBe(204)
  expect(await isIn(here)).toBe(false)
})

test('signing out everywhere else keeps this session, and those of other users', async () => {
  const [here, there] = [await signedIn(firefox), await signedIn(firefox)]
  const reply = await app.send(here, 'POST', '/api/account/sessions/end-others')
  expect(reply.body).toEqual([expect.objectContaining({ isCurrent: true })])
  expect([await isIn(here), await isIn(there), await isIn(ada), await isIn(bob)]).toEqual([true, false, false, true])
})

test('an expired session is not listed', async () => {
  const here = await signedIn(firefox)
  await signedIn('idle')
  await signedIn('old')
  await app.sql("update sessions set expire = now()::timestamp - interval '1 minute' where sess ->> 'userAgent' = 'idle'")
  await app.sql(
    "update sessions set sess = jsonb_set(sess::jsonb, '{signedInAt}', to_jsonb($1::bigint))::json where sess ->> 'userAgent' = 'old'",
    [Date.now() - 91 * 86_400_000],
  )
  const rows = await list(here)
  expect(rows.map((row) => row.device)).toEqual(['Firefox on Linux', 'Firefox on Linux'])
  // Its browser is signed out as well.
  expect(rows.filter((row) => row.isCurrent)).toHaveLength(1)
})
