import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createBrowser } from '#server/platform/auth/testing/browser.ts'
import { ada, app, bob, sendRaw, setUpRegressionApp } from './testing/fixture.ts'

// Advisories about sign-in, passwords, reset links and sessions.

setUpRegressionApp()

let count = 0
const passwordOf = 'correct horse battery'
const createUser = (password = passwordOf) => app.person(`somebody${++count}`, { password })
/** One attempt from a new browser. */
const trySignIn = async (email: string, password: string) => {
  const browser = createBrowser()
  const page = await browser.open(`${app.origin}/api/login`)
  const back = await browser.follow(await browser.submit(page, { email, password }))
  return { status: back.status, isIn: browser.cookie('billfold.sid') !== undefined && back.status === 404, html: back.html, browser }
}
const isIn = async ({ browser }: Awaited<ReturnType<typeof trySignIn>>) => {
  const cookie = `billfold.sid=${browser.cookie('billfold.sid') ?? ''}`
  return (await app.send({ userId: 0, email: '', cookie }, 'GET', '/api/auth/user')).status === 200
}
const askReset = async (email: string, headers: Record<string, string> = {}) => {
  const browser = createBrowser()
  return browser.submit(await browser.open(`${app.origin}/sign-in/forgot-password`), { email }, headers)
}
const resetMails = async (email: string, n: number) => {
  const those = async () => (await app.mails(0)).filter((mail) => mail.to.address === email && /new password/.test(mail.subject))
  await expect.poll(async () => (await those()).length, { timeout: 60_000 }).toBe(n)
  return (await those()).map(({ text }) => new URL(/http\S+\?token=\S+/.exec(text)![0]))
}

test('GHSA-hcxg-3465-jc8m: attempts are counted by account and address, and not in a session: a browser without cookies is throttled too', async () => {
  const { email } = await createUser()
  const statuses: number[] = []
  for (let i = 0; i < 6; i++) statuses.push((await trySignIn(email, `wrong ${i}`)).status)
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
})

test('GHSA-p7w2-hmm5-qw7m: a mailbox is not flooded with reset links, whatever cookies are dropped', async () => {
  const { email } = await createUser()
  const statuses: number[] = []
  for (let i = 0; i < 6; i++) statuses.push((await askReset(email)).status)
  expect(statuses).toEqual([200, 200, 200, 429, 429, 429])
  await resetMails(email, 3)
})

test('GHSA-cjwm-qx8w-hrq2: a user who is throttled because of another person’s attempts is not locked out: the wait ends, and a reset link works at once', async () => {
  const { email } = await createUser()
  for (let i = 0; i < 7; i++) await trySignIn(email, `wrong ${i}`)
  expect(await isIn(await trySignIn(email, passwordOf))).toBe(false)
  const [row] = await app.sql<{ seconds: number }>(
    "select extract(epoch from max(blocked_until) - now())::int as seconds from sign_in_attempts where key like 'email:%'",
  )
  expect(row!.seconds).toBeLessThanOrEqual(900)
  await askReset(email)
  const [link] = await resetMails(email, 1)
  const browser = createBrowser()
  await browser.submit(await browser.open(link!.href), { password: 'a new password of mine' })
  expect(await isIn(await trySignIn(email, 'a new password of mine'))).toBe(true)
})

test('GHSA-5r28-6rw3-25c2: a reset link expires after an hour, works once, and only the newest works', async () => {
  const { email } = await createUser()
  await askReset(email)
  const [link] = await resetMails(email, 1)
  app.setNow(new Date(Date.now() + 61 * 60_000))
  const late = await createBrowser().open(link!.href)
  app.setNow(new Date())
  expect([late.status, late.html]).toEqual([404, expect.stringContaining('expired')])
  const browser = createBrowser()
  const page = await browser.open(link!.href)
  expect((await browser.submit(page, { password: 'a new password of mine' })).status).toBe(200)
  expect((await browser.submit(page, { password: 'another new password' })).status).toBe(404)
})

test('GHSA-jfgr-778p-m943 (CVE-2026-34199), CVE-2021-29023: reset links do not depend on the time: two of the same moment share nothing, and the database does not contain the token', async () => {
  const [one, other] = [await createUser(), await createUser()]
  await Promise.all([askReset(one.email), askReset(other.email)])
  const tokens = [await resetMails(one.email, 1), await resetMails(other.email, 1)].map(([link]) => link!.searchParams.get('token')!)
  for (const token of tokens) expect(token).toMatch(/^[\w-]{24}\.[\w-]{43}$/)
  const [a = '', b = ''] = tokens
  expect([...a].filter((letter, i) => letter === b[i]).length).toBeLessThan(15)
  const rows = JSON.stringify([
    await app.sql('select * from identity_links'),
    await app.sql('select payload from graphile_worker._private_jobs'),
  ])
  for (const token of tokens) expect(rows).not.toContain(token.split('.')[1])
})

test('GHSA-wcqc-qqv5-65ph, GHSA-jg68-6mqc-hxcr: secrets are compared in constant time, and completely', async () => {
  const { email } = await createUser()
  await askReset(email)
  const [link] = await resetMails(email, 1)
  const token = link!.searchParams.get('token')!
  for (const other of [
    token.slice(0, -1),
    `${token}A`,
    token.toUpperCase(),
    token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    `${token}\u0000`,
  ])
    expect([other, (await sendRaw(`/sign-in/reset-password?token=${encodeURIComponent(other)}`)).status]).toEqual([other, 404])
  for (const file of ['platform/auth/emails/email-links.ts', 'platform/storage/upload-links.ts'])
    expect(readFileSync(`src/server/${file}`, 'utf8')).toContain('timingSafeEqual')
})

test('GHSA-x66r-7wf6-wgv7 (CVE-2026-49354): passwords whose weak hashes look like the same number are different passwords', async () => {
  const { email } = await createUser('240610708')
  expect(await isIn(await trySignIn(email, 'QNKCDZO-is-another'))).toBe(false)
  expect(await isIn(await trySignIn(email, '2.40610708e8'))).toBe(false)
  expect(await isIn(await trySignIn(email, ' 240610708'))).toBe(false)
  expect(await isIn(await trySignIn(email, '240610708'))).toBe(true)
  const [row] = await app.sql<{ hash: string }>('select password_hash as hash from identity_accounts where email = $1', [email])
  expect(row!.hash).toMatch(/^\$argon2id\$v=19\$/)
})

test('GHSA-346c-gqqq-mrm2: only the signed id of an existing session signs in', async () => {
  const signed = decodeURIComponent(ada.cookie.split('=')[1]!)
  const [sid = '', mac = ''] = signed.split('.')
  for (const value of [
    '',
    '0',
    'true',
    'null',
    '[]',
    '1',
    sid,
    `${sid}.`,
    `.${mac}`,
    `${sid}.${mac.slice(0, -1)}`,
    `${sid}.${mac.toLowerCase()}`,
    `s:${signed}`,
    `${sid.slice(0, -1)}.${mac}`,
    `${ada.userId}`,
  ])
    expect([
      value,
      (await app.send({ ...ada, cookie: `billfold.sid=${encodeURIComponent(value)}` }, 'GET', '/api/auth/user')).status,
    ]).toEqual([value, 401])
  // Two cookies with the same name: the first counts or none does, and never the rights of both.
  const both = await app.send({ ...bob, cookie: `${bob.cookie}; ${ada.cookie}` }, 'GET', '/api/auth/user')
  expect([401, 200]).toContain(both.status)
  if (both.status === 200) expect([ada.email, bob.email]).toContain(both.body.email)
})

test('GHSA-jw57-6692-jh2q: a deleted user is signed out everywhere at once, and cannot sign in', async () => {
  const who = await createUser()
  const other = await trySignIn(who.email, passwordOf)
  expect(await isIn(other)).toBe(true)
  expect((await app.send(who, 'POST', '/api/account/delete', { email: who.email, password: passwordOf })).status).toBeLessThan(300)
  expect([(await app.send(who, 'GET', '/api/auth/user')).status, await isIn(other)]).toEqual([401, false])
  expect(await isIn(await trySignIn(who.email, passwordOf))).toBe(false)
})

test('InvoicePlane 1.7.2: a session does not keep the admin’s rights: with another or an unconfirmed address the user sees no users', async () => {
  const admin = await app.person('admin')
  expect((await app.send(admin, 'GET', '/api/admin/users')).status).toBe(200)
  await app.sql('update users set email_verified = false where id = $1', [admin.userId])
  expect((await app.send(admin, 'GET', '/api/admin/users')).status).toBe(403)
  await app.sql("update users set email_verified = true, email = 'former-admin@example.com' where id = $1", [admin.userId])
  expect((await app.send(admin, 'GET', '/api/admin/users')).status).toBe(403)
})

test('CVE-2021-36804: a forged Host does not change an emailed link', async () => {
  const { email } = await createUser()
  const evil = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', forwarded: 'host=evil.example' }
  const body = new URLSearchParams({ email }).toString()
  const reply = await app.http.inject({ method: 'GET', url: '/pay/x/checkout', headers: evil })
  expect(String(reply.headers.location)).not.toContain('evil.example')
  await askReset(email, { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example', 'content-length': String(body.length) })
  const [link] = await resetMails(email, 1)
  expect(link!.origin).toBe(app.origin)
})

test('InvoicePlane 1.7.2, open redirects: neither a referrer nor a parameter redirects to another site', async () => {
  for (const target of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    '/%09/evil.example',
    '/..//evil.example',
  ]) {
    const browser = createBrowser()
    const { email } = count < 12 ? await createUser() : ada
    const page = await browser.open(`${app.origin}/api/login?returnTo=${encodeURIComponent(target)}`)
    const back = await browser.follow(
      await browser.submit(page, { email, password: passwordOf }, { referer: 'https://evil.example/' }),
      (at) => !at.location?.startsWith(app.origin),
    )
    expect([target, new URL(back.location ?? back.url).origin]).toEqual([target, app.origin])
    const out = await sendRaw('/api/logout', { headers: { cookie: ada.cookie.replace(/.$/, 'x'), referer: target } })
    expect([target, out.head]).not.toEqual([target, expect.stringContaining('evil.example')])
  }
})
