import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { generateCodeAt } from '#server/platform/auth/testing/authenticator.ts'
import { createBrowser } from '#server/platform/auth/testing/browser.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { readRefusal } from '#server/testing/contract.ts'

let app: TestApp
let ada: Person
let at: Date
let people = 0
const password = 'correct horse battery'
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  ada = await app.person(`ada${people++}`, { password })
  at = new Date()
  app.setNow(at)
})
const pass = (seconds: number) => {
  at = new Date(at.getTime() + seconds * 1000)
  app.setNow(at)
}

const begin = (who = ada) => app.send(who, 'POST', '/api/account/two-factor', { password })
const confirm = (code: string, who = ada) => app.send(who, 'POST', '/api/account/two-factor/confirm', { code })
const off = (body: object) => app.send(ada, 'POST', '/api/account/two-factor/off', body)
const renew = (body: object) => app.send(ada, 'POST', '/api/account/two-factor/recovery-codes', body)
const state = async () => (await app.call(ada, 'GET', '/api/account')).twoFactor
/** Turned on a minute ago. */
const turnOn = async () => {
  const { secret } = (await begin()).body
  const reply = await confirm(generateCodeAt(secret, at))
  expect(reply.status).toBe(200)
  pass(60)
  return { secret: secret as string, recoveryCodes: reply.body.recoveryCodes as string[] }
}
const expectMails = (expected: string[]) =>
  expect
    .poll(async () => (await app.mails(0)).filter(({ to }) => to.address === ada.email).map(({ subject }) => subject), { timeout: 60_000 })
    .toEqual(expected)

test('it is turned on with the password and a code, shows its recovery codes once, and can be turned off; the owner is notified', async () => {
  const setup = await begin()
  expect(setup.status).toBe(200)
  expect(setup.body).toEqual({
    secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
    uri: expect.stringContaining(`secret=${setup.body.secret}`),
    qr: expect.stringMatching(/^<svg /),
  })
  expect(decodeURIComponent(setup.body.uri)).toContain(`Billfold:${ada.email}`)
  expect(setup.headers['cache-control']).toContain('no-store')
  expect(await state()).toEqual({ isOn: false, recoveryCodesLeft: 0 })

  const on = await confirm(generateCodeAt(setup.body.secret, at))
  expect(on.body.recoveryCodes).toHaveLength(10)
  expect(await state()).toEqual({ isOn: true, recoveryCodesLeft: 10 })
  expect((await begin()).status).toBe(409)
  expect((await confirm(generateCodeAt(setup.body.secret, at))).status).toBe(409)

  pass(60)
  const renewed = await renew({ password, code: generateCodeAt(setup.body.secret, at) })
  expect([renewed.status, renewed.body.recoveryCodes.length]).toEqual([200, 10])
  const reply = await off({ password, code: renewed.body.recoveryCodes[0] })
  expect([reply.status, reply.body]).toEqual([
    200,
    expect.objectContaining({ email: ada.email, twoFactor: { isOn: false, recoveryCodesLeft: 0 } }),
  ])
  for (const call of [off, renew]) expect((await call({ password, code: '123456' })).status).toBe(409)
  await expectMails(['Two-factor sign-in is on', 'Your Billfold recovery codes were replaced', 'Two-factor sign-in is off'])
  for (const mail of await app.mails(0))
    for (const secret of [setup.body.secret, ...on.body.recoveryCodes]) expect(mail.text).not.toContain(secret)
})

test('every change takes the password: a wrong one is refused at its field, and guessing is throttled', async () => {
  const { secret } = await turnOn()
  const code = generateCodeAt(secret, at)
  const wrong = { issues: [{ path: 'password', message: 'Password is wrong' }], message: 'Password is wrong' }
  for (const call of [off, renew]) {
    const reply = await call({ password: 'not the password', code })
    expect([reply.status, reply.body]).toEqual([400, wrong])
  }
  const answers: number[] = []
  for (let i = 0; i < 5; i++) answers.push((await app.send(ada, 'POST', '/api/account/two-factor', { password: `wrong ${i}` })).status)
  expect(answers).toEqual([400, 400, 400, 429, 429])
  expect(await state()).toEqual({ isOn: true, recoveryCodesLeft: 10 })
  // The code sent with a wrong password is not used up.
  pass(10)
  expect((await off({ password, code })).status).toBe(200)
})

test('a wrong code is refused at its field, and guessing is throttled for all calls together', async () => {
  const { secret } = await turnOn()
  for (const call of [off, renew, off, renew, off]) {
    const reply = await call({ password, code: '12 34' })
    expect([reply.status, readRefusal(reply).issues.map(({ path }) => path)]).toEqual([400, ['code']])
  }
  const slowed = await off({ password, code: generateCodeAt(secret, at) })
  expect([slowed.status, readRefusal(slowed).message]).toEqual([429, 'Too many attempts. Please wait 10 seconds and try again.'])
  pass(10)
  expect((await renew({ password, code: generateCodeAt(secret, at) })).status).toBe(200)
})

test('a confirmation needs a setup, and the newest one counts', async () => {
  expect((await confirm('123456')).body).toEqual({ message: 'Start the setup of two-factor sign-in again and scan the QR code.' })
  const first = (await begin()).body.secret
  const second = (await begin()).body.secret
  const wrong = await confirm(generateCodeAt(first, at))
  expect([wrong.status, readRefusal(wrong).issues[0]?.path]).toEqual([400, 'code'])
  expect((await confirm(generateCodeAt(second, at))).status).toBe(200)
})

test('sessions stay valid when it is turned on', async () => {
  const mine = "from sessions where (sess ->> 'userId')::int = $1"
  await app.sql(`insert into sessions (sid, sess, expire) select 'elsewhere', sess, expire ${mine}`, [ada.userId])
  await turnOn()
  expect((await app.send(ada, 'GET', '/api/auth/user')).status).toBe(200)
  expect(await app.sql(`select 1 ${mine}`, [ada.userId])).toHaveLength(2)
})

test('bob’s password and codes do not work for ada', async () => {
  const { secret } = await turnOn()
  const bob = await app.person(`bob${people}`, { password: 'another battery' })
  expect((await begin(bob)).status).toBe(400)
  expect((await confirm(generateCodeAt(secret, at), bob)).status).toBe(409)
  expect(await state()).toEqual({ isOn: true, recoveryCodesLeft: 10 })
})

test('with another identity provider it is managed there; a visitor gets 401; and the body is validated first', async () => {
  const guest = await app.person(`guest${people}`)
  const bodies: [string, object][] = [
    ['/api/account/two-factor', { password }],
    ['/api/account/two-factor/confirm', { code: '123456' }],
    ['/api/account/two-factor/off', { password, code: '123456' }],
    ['/api/account/two-factor/recovery-codes', { password, code: '123456' }],
  ]
  for (const [url, body] of bodies) {
    expect([url, (await app.send(guest, 'POST', url, body)).status]).toEqual([url, 409])
    expect([url, (await app.send(null, 'POST', url, body)).status]).toEqual([url, 401])
    for (const field of Object.keys(body))
      for (const value of [undefined, null, '', 7, [], {}, 'x'.repeat(5000)]) {
        const reply = await app.send(ada, 'POST', url, { ...body, [field]: value })
        expect([url, field, reply.status, readRefusal(reply).issues?.[0]?.path]).toEqual([url, field, 400, field])
      }
    expect((await app.send(ada, 'POST', url, { ...body, secret: 'MINE' })).status).toBe(400)
  }
  for (const code of ['\u0000', '\ud800', '١٢٣٤٥٦', "'; drop table users; --"]) {
    const { secret } = (await begin()).body
    expect([code, (await confirm(code)).status]).toEqual([code, 400])
    expect(secret).toHaveLength(32)
  }
})

test('turning it on and off repeatedly is throttled, because each change sends an email', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 6; i++) {
    const on = await confirm(generateCodeAt((await begin()).body.secret, at))
    statuses.push(on.status)
    if (on.status === 200) statuses.push((await off({ password, code: on.body.recoveryCodes[0] })).status)
  }
  expect(statuses).toEqual([...Array(10).fill(200), 429])
  pass(3601)
  await turnOn()
})

/** Resets the password by an emailed link. @returns where a sign-in with it leads */
const resetAndSignIn = async () => {
  const browser = createBrowser()
  await browser.submit(await browser.open(`${app.origin}/sign-in/forgot-password`), { email: ada.email })
  const link = async () =>
    (await app.mails(0))
      .filter(({ to }) => to.address === ada.email)
      .flatMap(({ text }) => /\S+reset-password\?token=\S+/.exec(text) ?? [])[0]
  await expect.poll(link, { timeout: 60_000 }).toBeDefined()
  const next = 'another horse battery'
  const done = await browser.submit(await browser.open((await link())!), { password: next })
  expect(done.status).toBe(200)
  const isSignedIn = async () => (await browser.visit(`${app.origin}/api/auth/user`)).status === 200
  // The link does not sign in.
  expect(await isSignedIn()).toBe(false)
  const asked = await browser.follow(
    await browser.submit(await browser.open(`${app.origin}/api/login`), { email: ada.email, password: next }),
  )
  return { browser, asked, isSignedIn }
}

test('a password reset does not bypass the code', async () => {
  const { secret } = await turnOn()
  const { browser, asked, isSignedIn } = await resetAndSignIn()
  expect(asked.html).toContain('<h1>Enter your code</h1>')
  expect(await isSignedIn()).toBe(false)
  await browser.follow(await browser.submit(asked, { code: generateCodeAt(secret, at) }))
  expect(await isSignedIn()).toBe(true)
})

test('two-factor sign-in of an unconfirmed address does not lock out the owner of the address', async () => {
  ada = await app.person(`squatted${people++}`, { password, emailVerified: false })
  await turnOn()
  const { isSignedIn } = await resetAndSignIn()
  expect(await isSignedIn()).toBe(true)
  const [left] = await app.sql<{ codes: number; sealed: number }>(
    `select (select count(*)::int from identity_recovery_codes where account_id = a.id) as codes, num_nonnulls(totp_key_id, totp_sealed, totp_on_at) as sealed
     from identity_accounts a where email = $1`,
    [ada.email],
  )
  expect(left).toEqual({ codes: 0, sealed: 0 })
  const subjects = async () => (await app.mails(0)).filter(({ to }) => to.address === ada.email).map(({ subject }) => subject)
  await expect.poll(subjects, { timeout: 60_000 }).toContain('Two-factor sign-in is off')
})
