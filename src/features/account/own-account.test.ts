import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowser } from '#server/platform/auth/testing/browser.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { readRefusal } from '#server/testing/contract.ts'
import { accountApi } from '#shared/contract/account.ts'
import { grace, readToken, signIn, signUp, waitForMails } from './testing/people.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada', { password: 'the current password' })
})
afterAll(() => app.close())

test('the account is shown to its owner only', async () => {
  expect(await app.send(ada, 'GET', '/api/account')).toMatchObject({
    status: 200,
    body: {
      email: 'ada@example.com',
      emailVerified: true,
      pendingEmail: null,
      firstName: 'ada',
      lastName: 'Tester',
      managedBy: 'billfold',
      issuer: null,
      twoFactor: { isOn: false, recoveryCodesLeft: 0 },
    },
  })
})

test('a new name is saved for the account and the user, and the next sign-in keeps it', async () => {
  const browser = createBrowser()
  const who = await signUp(app, browser)
  const reply = await app.send(who, 'PUT', '/api/account/name', { firstName: '  Rear ', lastName: 'Admiral' })
  expect([reply.status, reply.body.firstName, reply.body.lastName]).toEqual([200, 'Rear', 'Admiral'])
  const isAdmiral = async () =>
    expect(await app.call(who, 'GET', '/api/auth/user')).toMatchObject({ firstName: 'Rear', lastName: 'Admiral' })
  await isAdmiral()
  expect((await signIn(app, createBrowser(), grace)).userId).toBe(who.userId)
  await isAdmiral()
  for (const [body, path] of [
    [{ firstName: '', lastName: 'A' }, 'firstName'],
    [{ firstName: 'A' }, 'lastName'],
    [{ firstName: 'A', lastName: 'x'.repeat(101) }, 'lastName'],
    [{ firstName: 'A\nBcc: x', lastName: 'B' }, 'firstName'],
  ] as const) {
    const refused = await app.send(who, 'PUT', '/api/account/name', body)
    expect([refused.status, readRefusal(refused).issues[0]?.path]).toEqual([400, path])
  }
})

test('with another identity provider, name, email and password are changed there', async () => {
  const carl = await app.person('carl')
  await app.sql("update users set issuer = 'https://login.example', subject = 'c' where id = $1", [carl.userId])
  expect(await app.call(carl, 'GET', '/api/account')).toMatchObject({
    email: 'carl@example.com',
    managedBy: 'elsewhere',
    issuer: 'https://login.example',
  })
  for (const [method, url, body] of [
    ['PUT', '/api/account/name', { firstName: 'A', lastName: 'B' }],
    ['POST', '/api/account/email', { email: 'c@example.com', password: 'x' }],
    ['POST', '/api/account/email/resend', undefined],
    ['DELETE', '/api/account/email', undefined],
    ['POST', '/api/account/password', { current: 'x', next: 'a new password' }],
  ] as const) {
    const reply = await app.send(carl, method, url, body)
    expect([url, reply.status, readRefusal(reply).message]).toEqual([url, 409, expect.stringMatching(/looked after where you sign in/)])
  }
  expect(await app.call(carl, 'GET', '/api/account/sessions')).toHaveLength(1)
})

test('a visitor gets 401 from every call on the account, and an invalid body is refused', async () => {
  const calls = Object.values(accountApi).filter(({ access }) => access === 'user')
  for (const { method, path } of calls)
    expect([path, (await app.send(null, method, path.replace(/:\w+/, '1'), method === 'GET' ? undefined : {})).status]).toEqual([path, 401])
  for (const [method, url, body] of [
    ['POST', '/api/account/email', { email: 'nonsense', password: 'x' }],
    ['POST', '/api/account/email', { email: 'new@example.com' }],
    ['POST', '/api/account/email', { email: 'new@example.com', password: 'x'.repeat(801) }],
    ['POST', '/api/account/password', { current: 'the current password', next: 'short' }],
    ['POST', '/api/account/password', { next: 'long enough' }],
    ['POST', '/api/public/confirm-email', {}],
  ] as const)
    expect([url, body, (await app.send(ada, method, url, body)).status]).toEqual([url, body, 400])
})

test('the admin’s address makes a user the admin only once its link is followed', async () => {
  const squatter = { ...grace, email: 'admin@example.com' }
  const who = await signUp(app, createBrowser(), squatter)
  const isAdmin = async () => (await app.call(who, 'GET', '/api/auth/user')).isAdmin
  expect(await isAdmin()).toBe(false)
  expect((await app.send(who, 'GET', '/api/admin/users')).status).toBe(403)
  const [mail] = await waitForMails(app, 'admin@example.com', 'Confirm your email for Billfold')
  expect(await app.call(null, 'POST', '/api/public/confirm-email', { token: readToken(mail!) })).toEqual({
    email: 'admin@example.com',
  })
  expect(await isAdmin()).toBe(true)
  expect((await app.send(who, 'GET', '/api/admin/users')).status).toBe(200)
})
