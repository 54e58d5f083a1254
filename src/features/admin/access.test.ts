import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { readRefusal } from '#server/testing/contract.ts'
import { createSession } from '#server/testing/session.ts'

// Only the user who currently has the admin's address, confirmed, may see the list of users, whatever the browser sends.

const calls = ['/api/admin/users', '/api/admin/user-stats', '/api/admin/audit-log'] as const
const refusal = { message: "You don't have permission to access this page." }

let app: TestApp
let admin: Person
let ada: Person
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.person('admin')
  ada = await app.person('ada')
})
afterAll(() => app.close())

const statuses = (of: TestApp, who: Person | null) => Promise.all(calls.map(async (url) => (await of.send(who, 'GET', url)).status))
const lookups = async () => (await app.sql<{ count: number }>('select count(*)::int as count from admin_lookups'))[0]!.count

test('the admin gets a reply, a visitor 401, all others 403 with a message, and refusals are not in the audit log', async () => {
  expect(await statuses(app, admin)).toEqual([200, 200, 200])
  const before = await lookups()
  expect(before).toBe(3)
  expect(await statuses(app, null)).toEqual([401, 401, 401])
  for (const url of calls) {
    const reply = await app.send(ada, 'GET', url)
    expect([url, reply.status, reply.body]).toEqual([url, 403, refusal])
    expect((await app.http.inject({ method: 'HEAD', url, headers: { cookie: ada.cookie } })).statusCode).toBe(403)
  }
  expect(await lookups()).toBe(before)
})

test('only the admin is told to be the admin', async () => {
  expect((await app.call(admin, 'GET', '/api/auth/user')).isAdmin).toBe(true)
  expect((await app.call(ada, 'GET', '/api/auth/user')).isAdmin).toBe(false)
})

test('a client that claims to be the admin is refused', async () => {
  const [name, value] = ada.cookie.split('=') as [string, string]
  const adminSid = decodeURIComponent(admin.cookie.split('=')[1]!).split('.')[0]!
  const forged: [string, Record<string, string>, number][] = [
    ['says so in headers', { 'x-admin': 'true', 'x-user-email': admin.email, 'x-user-id': String(admin.userId) }, 403],
    ['names the admin as who signed in', { from: admin.email, 'x-forwarded-user': admin.email }, 403],
    // With a token, cookies are ignored.
    ['names the admin in place of a token', { authorization: `Bearer ${admin.email}` }, 401],
    ['asks for another address', { 'x-original-url': '/api/auth/user', 'x-rewrite-url': '/api/auth/user' }, 403],
    ['comes from this machine', { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1', forwarded: 'for=127.0.0.1' }, 403],
    ['adds a cookie', { cookie: `${ada.cookie}; isAdmin=true; email=${admin.email}; role=admin; userId=${admin.userId}` }, 403],
    ['puts the admin’s session below another signature', { cookie: `${name}=${adminSid}.${decodeURIComponent(value).split('.')[1]}` }, 401],
    ["knows the admin's session but no signature", { cookie: `${name}=${adminSid}` }, 401],
    ['signs by himself', { cookie: `${name}=${encodeURIComponent(`${adminSid}.${'A'.repeat(43)}`)}` }, 401],
    ['changed the end of the cookie', { cookie: `${ada.cookie.slice(0, -6)}xxxxxx` }, 401],
  ]
  for (const [what, headers, status] of forged)
    for (const url of calls) {
      const reply = await app.http.inject({ method: 'GET', url, headers: { cookie: ada.cookie, ...headers } })
      expect([what, url, reply.statusCode]).toEqual([what, url, status])
    }
  for (const query of ['isAdmin=true', 'role=admin', `email=${admin.email}`, 'search=a&access=public', '__proto__[isAdmin]=1'])
    for (const url of calls) expect([query, (await app.send(ada, 'GET', `${url}?${query}`)).status]).toEqual([query, 403])
})

test('no saved value makes a user the admin', async () => {
  for (const [method, url, body] of [
    ['POST', '/api/business-profile', { businessName: 'Ada', email: admin.email, isAdmin: true }],
    ['POST', '/api/business-profile', { businessName: 'Ada', email: admin.email }],
    ['POST', '/api/customers', { name: 'Ada', email: admin.email, role: 'admin' }],
    ['POST', '/api/admin/users', { email: ada.email, role: 'admin' }],
    ['PUT', `/api/admin/users/${ada.userId}`, { isAdmin: true }],
  ] as const)
    await app.send(ada, method, url, body)
  expect(await statuses(app, ada)).toEqual([403, 403, 403])
})

test("a user who entered the admin's address is the admin only once it is confirmed, and only until another user has it", async () => {
  const mallory = await app.person('mallory')
  const set = (email: string, verified: boolean, id = mallory.userId) =>
    app.sql('update users set email = $2, email_verified = $3 where id = $1', [id, email, verified])
  await set('was.admin@example.com', true, admin.userId)
  // The same session, at once.
  expect(await statuses(app, admin)).toEqual([403, 403, 403])
  await set('admin@example.com', false)
  expect(await statuses(app, mallory)).toEqual([403, 403, 403])
  expect((await app.call(mallory, 'GET', '/api/auth/user')).isAdmin).toBe(false)
  await set('ADMIN@Example.com', true)
  expect(await statuses(app, mallory)).toEqual([200, 200, 200])
  await set('admin@example.com.evil.example', true)
  expect(await statuses(app, mallory)).toEqual([403, 403, 403])
  await set(admin.email, true, admin.userId)
  expect(await statuses(app, admin)).toEqual([200, 200, 200])
  await app.sql('update users set email = null, email_verified = true where id = $1', [mallory.userId])
  expect(await statuses(app, mallory)).toEqual([403, 403, 403])
})

test('an ended session, and one of a deleted user, get 401', async () => {
  const email = `${randomUUID()}@example.com`
  const { userId, cookie } = await createSession(
    { database: app.database, secrets: app.secrets, publicUrl: new URL(app.origin) },
    { email, firstName: 'Gone', lastName: 'Admin' },
  )
  await app.sql('delete from users where id = $1', [userId])
  expect(await statuses(app, { userId, email, cookie })).toEqual([401, 401, 401])
})

test('without an admin address there is no admin', async () => {
  const without = await createTestApp({ adminEmail: null })
  try {
    for (const name of ['admin', 'null', 'ada']) {
      const person = await without.person(name)
      expect([name, await statuses(without, person)]).toEqual([name, [403, 403, 403]])
    }
    const nameless = await without.person('nameless')
    await without.sql('update users set email = null, email_verified = true where id = $1', [nameless.userId])
    expect(await statuses(without, nameless)).toEqual([403, 403, 403])
  } finally {
    await without.close()
  }
})

test('an unconfirmed admin is refused with what to do, and other users are not told so', async () => {
  await app.sql('update users set email_verified = false where id = $1', [admin.userId])
  try {
    for (const url of calls) {
      const reply = await app.send(admin, 'GET', url)
      expect([reply.status, readRefusal(reply).message]).toEqual([403, expect.stringMatching(/^Confirm your email address first: /)])
      expect((await app.send(ada, 'GET', url)).body).toEqual(refusal)
    }
    expect(await app.call(admin, 'GET', '/api/auth/user')).toMatchObject({ isAdmin: false, isUnconfirmedAdmin: true })
    expect(await app.call(ada, 'GET', '/api/auth/user')).toMatchObject({ isAdmin: false, isUnconfirmedAdmin: false })
  } finally {
    await app.sql('update users set email_verified = true where id = $1', [admin.userId])
  }
})
