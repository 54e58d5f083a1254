import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada')
})
afterAll(() => app.close())

test('the current user is the signed-in one, without internal columns', async () => {
  const reply = await app.send(ada, 'GET', '/api/auth/user')
  expect(reply.body).toEqual({
    id: ada.userId,
    email: 'ada@example.com',
    firstName: 'ada',
    lastName: 'Tester',
    profileImageUrl: null,
    subscriptionStatus: 'trial',
    subscriptionPlan: null,
    trialInvoicesUsed: 0,
    paymentDueBy: null,
    isAdmin: false,
    demoEndsAt: null,
    isUnconfirmedAdmin: false,
    timeZone: null,
    currency: 'USD',
    sandbox: true,
    mailbox: true,
  })
  expect(reply.headers['cache-control']).toContain('no-store')
  expect(await app.call(ada, 'GET', '/api/user/status')).toEqual({
    subscriptionStatus: 'trial',
    subscriptionPlan: null,
    trialInvoicesUsed: 0,
  })
})

test('a visitor, an unknown session and a deleted user get 401', async () => {
  expect((await app.send(null, 'GET', '/api/auth/user')).status).toBe(401)
  expect((await app.send({ ...ada, cookie: `${ada.cookie.slice(0, -6)}xxxxxx` }, 'GET', '/api/auth/user')).status).toBe(401)
  const gone = await app.person('gone')
  await app.sql('delete from users where id = $1', [gone.userId])
  expect((await app.send(gone, 'GET', '/api/auth/user')).status).toBe(401)
})

test('the browser’s time zone is saved, and an invalid one is not', async () => {
  const zone = async () => (await app.sql<{ time_zone: string }>('select time_zone from users where id = $1', [ada.userId]))[0]!.time_zone
  await app.send(ada, 'GET', '/api/auth/user', undefined, { 'x-time-zone': 'Pacific/Auckland' })
  expect(await zone()).toBe('Pacific/Auckland')
  await app.send(ada, 'GET', '/api/auth/user', undefined, { 'x-time-zone': "Mars/Phobos'; drop table users" })
  expect(await zone()).toBe('Pacific/Auckland')
})

test('every reply has a request id and the security headers', async () => {
  const { headers } = await app.send(null, 'GET', '/api/auth/user')
  expect(headers['x-request-id']).toMatch(/^[\w-]{36}$/)
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  })
})
