import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowser, type Visit } from '#server/platform/auth/testing/browser.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { readRefusal } from '#server/testing/contract.ts'
import { grace, readToken, signIn, signUp, trySignIn, waitForMails } from './testing/people.ts'

const password = 'the current password'
const next = 'another long password'
const resetSubject = 'Set a new password for Billfold'
let app: TestApp
let count = 0
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const createUser = (options: { emailVerified?: boolean } = {}) => app.person(`p${++count}`, { password, ...options })
const isIn = async (who: Person) => (await app.send(who, 'GET', '/api/auth/user')).status === 200
const change = (who: Person, current: string, to: string) => app.send(who, 'POST', '/api/account/password', { current, next: to })
const heading = ({ html }: Visit) => /<h1>([^<]+)/.exec(html)?.[1]?.replace('&#39;', "'")
const forgot = async (email: string) => {
  const browser = createBrowser()
  const page = await browser.open(`${app.origin}/sign-in/forgot-password`)
  return browser.submit(page, { email })
}
const linkTo = async (email: string, n = 1) => {
  const [mail] = (await waitForMails(app, email, resetSubject, n)).slice(-1)
  return `${app.origin}/sign-in/reset-password?token=${readToken(mail!)}`
}
/** Opens the link and sets a new password. */
const setBy = async (link: string, typed = next) => {
  const browser = createBrowser()
  const page = await browser.open(link)
  return page.status === 200 ? browser.submit(page, { password: typed }) : page
}

test('a common password is refused, also on the page of the emailed link', async () => {
  const ada = await createUser()
  for (const guess of ['password1', 'Example+Billfold1', 'Tester-2026']) {
    const refused = await change(ada, password, guess)
    expect([guess, refused.status, readRefusal(refused).issues[0]?.path]).toEqual([guess, 400, 'next'])
  }
  await forgot(ada.email)
  const page = await setBy(await linkTo(ada.email), 'password1')
  expect([page.status, page.html]).toEqual([400, expect.stringContaining('one of the most common')])
})

test('a changed password signs out all other browsers and the provider’s sessions, and the owner is notified', async () => {
  const ada = await createUser()
  const [here, there] = [createBrowser(), createBrowser()]
  const me = await signIn(app, here, { email: ada.email, password })
  const other = await signIn(app, there, { email: ada.email, password })
  const stranger = await createUser()
  // A sign-in in progress, with the old password entered already.
  const half = createBrowser()
  const page = await half.open(`${app.origin}/api/login`)
  const back = await half.submit(page, { email: ada.email, password })
  expect([await isIn(me), await isIn(other), await isIn(ada)]).toEqual([true, true, true])

  expect((await change(me, password, next)).status).toBe(200)
  expect([await isIn(me), await isIn(other), await isIn(ada), await isIn(stranger)]).toEqual([true, false, false, true])
  expect(await half.follow(back)).toMatchObject({ status: 400 })
  expect(half.cookie('billfold.sid')).toBeUndefined()
  expect(await app.sql("select model from identity_records where payload ->> 'accountId' is not null")).toEqual([])
  await waitForMails(app, ada.email, 'Your Billfold password was changed')
  expect((await trySignIn(app, createBrowser(), { email: ada.email, password })).status).toBe(400)
  expect(await isIn(await signIn(app, createBrowser(), { email: ada.email, password: next }))).toBe(true)
})

test('changing the password repeatedly cannot make the server send emails without end', async () => {
  const ada = await createUser({ emailVerified: false })
  const statuses: number[] = []
  for (let i = 0; i < 11; i++)
    statuses.push((await change(ada, ...((i % 2 === 0 ? [password, next] : [next, password]) as [string, string]))).status)
  expect(statuses).toEqual([...Array(10).fill(200), 429])
  await waitForMails(app, ada.email, 'Your Billfold password was changed', 10)
})

test('a request in progress does not bring an ended session back', async () => {
  const ada = await createUser()
  // Old enough that the next request updates it.
  await app.sql(
    `update sessions set expire = now()::timestamp + interval '5 days', sess = jsonb_set(sess::jsonb, '{cookie,expires}',
       to_jsonb(to_char(now() at time zone 'UTC' + interval '5 days', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')))::json
     where (sess ->> 'userId')::int = $1`,
    [ada.userId],
  )
  const isWriting = async () =>
    (await app.sql("select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")).length > 0
  // The request has read the session before it was ended, and saves it afterwards.
  const request = await app.database.asNobody(async (db) => {
    await db.rows("delete from sessions where (sess ->> 'userId')::int = $1", [ada.userId])
    const asked = isIn(ada)
    await expect.poll(isWriting, { timeout: 60_000 }).toBe(true)
    return { asked }
  })
  await request.asked
  expect(await isIn(ada)).toBe(false)
  expect(await app.sql("select sid from sessions where (sess ->> 'userId')::int = $1", [ada.userId])).toEqual([])
})

test('only the current password changes it, and of two concurrent changes the first succeeds', async () => {
  const ada = await createUser()
  const other = await signIn(app, createBrowser(), { email: ada.email, password })
  expect(await change(ada, 'wrong', next)).toMatchObject({
    status: 400,
    body: { message: 'Password is wrong', issues: [{ path: 'current' }] },
  })
  expect(await isIn(other)).toBe(true)
  const both = await Promise.all([change(ada, password, 'the first of two'), change(ada, password, 'the second of two')])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
})

test('a forgotten password is reset by an emailed link, once; all browsers are signed out, and the address is confirmed', async () => {
  const who = await signUp(app, createBrowser())
  const signInPage = await createBrowser().open(`${app.origin}/api/login`)
  expect(signInPage.html).toContain('<a href="/sign-in/forgot-password">Forgot your password?</a>')
  expect(heading(await forgot(' GRACE@example.com '))).toBe('Check your email')
  const link = await linkTo(grace.email)
  expect(heading(await createBrowser().open(link))).toBe('Set a new password')
  const short = await setBy(link, 'short')
  expect([short.status, short.html]).toEqual([400, expect.stringContaining('Use at least 8 characters')])
  expect(await isIn(who)).toBe(true)

  const done = await setBy(link)
  expect([done.status, heading(done)]).toEqual([200, 'Your new password is set'])
  expect(await isIn(who)).toBe(false)
  const again = await setBy(link, 'a third password')
  expect([again.status, heading(again)]).toEqual([404, "This link doesn't work"])
  expect(again.html).toContain('href="/sign-in/forgot-password"')
  await waitForMails(app, grace.email, 'Your Billfold password was reset')
  const me = await signIn(app, createBrowser(), { ...grace, password: next })
  expect(await app.call(me, 'GET', '/api/account')).toMatchObject({ email: grace.email, emailVerified: true })
  expect((await trySignIn(app, createBrowser(), grace)).status).toBe(400)
})

test('neither the page nor another mailbox shows whether an address has an account', async () => {
  const ada = await createUser()
  const [known, unknown] = [await forgot(ada.email), await forgot('nobody@example.com')]
  expect(unknown.status).toBe(known.status)
  expect(unknown.html.replaceAll('nobody@example.com', '').replace(/nonce="[^"]+"/g, '')).toBe(
    known.html.replaceAll(ada.email, '').replace(/nonce="[^"]+"/g, ''),
  )
  await forgot(ada.email)
  await waitForMails(app, ada.email, resetSubject, 2)
  expect((await app.mails(0)).filter(({ to }) => to.address === 'nobody@example.com')).toEqual([])
})

test('a link that is expired, forged, for another purpose, or sent to a former address resets no password', async () => {
  const ada = await createUser()
  await forgot(ada.email)
  const link = await linkTo(ada.email)
  const { token } = Object.fromEntries(new URL(link).searchParams) as { token: string }
  app.setNow(new Date(Date.now() + 3_600_000))
  expect((await setBy(link)).status).toBe(404)
  app.setNow(new Date())
  for (const forged of ['', `${token}x`, token.slice(0, -1), token.split('.')[0]!, `${'x'.repeat(5000)}`])
    expect((await setBy(`${app.origin}/sign-in/reset-password?token=${forged}`)).status).toBe(404)
  expect((await app.send(null, 'POST', '/api/public/confirm-email', { token })).status).toBe(404)
  await app.send(ada, 'POST', '/api/account/email', { email: 'moved@example.com', password })
  const [confirm] = await waitForMails(app, 'moved@example.com', 'Confirm your new email for Billfold')
  const confirmToken = readToken(confirm!)
  expect((await setBy(`${app.origin}/sign-in/reset-password?token=${confirmToken}`)).status).toBe(404)
  await app.send(null, 'POST', '/api/public/confirm-email', { token: confirmToken })
  expect((await setBy(link)).status).toBe(404)
  expect(await isIn(await signIn(app, createBrowser(), { email: 'moved@example.com', password }))).toBe(true)
})

test('the owner of an address gets the account that another person created with it, and nothing that person started goes on', async () => {
  const squatter = await createUser({ emailVerified: false })
  await app.send(squatter, 'POST', '/api/account/email', { email: 'squatter@example.com', password })
  const [began] = await waitForMails(app, 'squatter@example.com', 'Confirm your new email for Billfold')
  await forgot(squatter.email)
  await setBy(await linkTo(squatter.email))
  expect(await isIn(squatter)).toBe(false)
  expect((await app.send(null, 'POST', '/api/public/confirm-email', { token: readToken(began!) })).status).toBe(404)
})

test('links cannot be requested without end, for one address or from one place, and wrong input is refused', async () => {
  const wrong = await forgot('nonsense')
  expect([wrong.status, wrong.html]).toEqual([400, expect.stringContaining('Enter an email address like name@example.com')])
  for (let i = 0; i < 3; i++) expect((await forgot('flooded@example.com')).status).toBe(200)
  const wait = await forgot('FLOODED@example.com')
  expect([wait.status, wait.html]).toEqual([429, expect.stringContaining('Too many attempts. Please wait 10 seconds')])
  expect(wait.headers.get('retry-after')).toBe('10')
  const foreign = await createBrowser().submit(
    { url: `${app.origin}/sign-in/forgot-password` } as Visit,
    { email: 'x@example.com' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  )
  expect(foreign.status).toBe(403)
})
