import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowser } from '#server/platform/auth/testing/browser.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { readRefusal } from '#server/testing/contract.ts'
import { readToken, signIn, trySignIn, waitForMails } from './testing/people.ts'

const password = 'the current password'
const confirmNew = 'Confirm your new email for Billfold'
let app: TestApp
let count = 0
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** Creates an account that no other test uses. */
const createUser = () => app.person(`p${++count}`, { password })
const change = (who: Person, email: string, typed = password) => app.send(who, 'POST', '/api/account/email', { email, password: typed })
const confirm = (token: string) => app.send(null, 'POST', '/api/public/confirm-email', { token })
const read = async (who: Person) => await app.call(who, 'GET', '/api/account')
const linkTo = async (address: string, subject = confirmNew, n = 1) => readToken((await waitForMails(app, address, subject, n)).at(-1)!)

test('a new address replaces the old one once its link is followed; the old address is notified at once', async () => {
  const ada = await createUser()
  const reply = await change(ada, 'New@example.com')
  expect(reply.body).toMatchObject({ email: ada.email, emailVerified: true, pendingEmail: 'New@example.com' })
  const [note] = await waitForMails(app, ada.email, 'Your Billfold email is about to change')
  expect(note!.text).toContain('to New@example.com')
  const [mail] = await waitForMails(app, 'New@example.com', confirmNew)
  expect(mail!.text).toContain(`${app.origin}/confirm-email?token=`)
  // No email greets by a name, which another person may have chosen.
  expect(mail!.text).not.toContain('Tester')
  expect((await trySignIn(app, createBrowser(), { email: 'new@example.com', password })).status).toBe(400)

  expect(await confirm(readToken(mail!))).toMatchObject({ status: 200, body: { email: 'New@example.com' } })
  expect(await read(ada)).toMatchObject({ email: 'New@example.com', emailVerified: true, pendingEmail: null })
  expect((await app.call(ada, 'GET', '/api/auth/user')).email).toBe('New@example.com')
  expect((await trySignIn(app, createBrowser(), { email: ada.email, password })).status).toBe(400)
  expect((await signIn(app, createBrowser(), { email: 'new@example.com', password })).userId).toBe(ada.userId)
})

test('a link works once, for its purpose, unchanged and in time', async () => {
  const ada = await createUser()
  await change(ada, 'once@example.com')
  const token = await linkTo('once@example.com')
  const [id, mac] = token.split('.') as [string, string]
  for (const forged of [
    '',
    '.',
    id,
    `${id}.`,
    `${id}.${mac.slice(0, -1)}`,
    `${id}x.${mac}`,
    `${id}.${mac.slice(0, -2)}AA`,
    `é.${'é'.repeat(43)}`,
    '\u0000.x',
  ]) {
    const reply = await confirm(forged)
    expect([forged, reply.status]).toEqual([forged, forged === '' ? 400 : 404])
  }
  await app.sql("update identity_links set purpose = 'reset-password' where id = $1", [id])
  expect((await confirm(token)).status).toBe(404)
  await app.sql("update identity_links set purpose = 'confirm-email' where id = $1", [id])
  app.setNow(new Date(Date.now() + 48 * 3_600_000))
  const late = await confirm(token)
  app.setNow(new Date())
  expect([late.status, readRefusal(late).message]).toEqual([404, expect.stringContaining('has expired')])
  expect(await read(ada)).toMatchObject({ email: ada.email, pendingEmail: 'once@example.com' })

  const both = await Promise.all([confirm(token), confirm(token)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
  expect(readRefusal(await confirm(token)).message).toContain('already used')
})

test('a newer address, a cancellation and a new password invalidate the link', async () => {
  const ada = await createUser()
  await change(ada, 'first@example.com')
  const first = await linkTo('first@example.com')
  expect((await change(ada, 'second@example.com')).body.pendingEmail).toBe('second@example.com')
  expect((await confirm(first)).status).toBe(404)
  const second = await linkTo('second@example.com')
  expect((await app.send(ada, 'DELETE', '/api/account/email')).status).toBe(204)
  expect((await confirm(second)).status).toBe(404)
  expect(await read(ada)).toMatchObject({ email: ada.email, pendingEmail: null })

  await change(ada, 'third@example.com')
  const third = await linkTo('third@example.com')
  expect((await app.call(ada, 'POST', '/api/account/password', { current: password, next: 'another password' })).pendingEmail).toBeNull()
  expect((await confirm(third)).status).toBe(404)
})

test('the current address and a wrong password are refused at their fields, and guessing is throttled', async () => {
  const ada = await createUser()
  expect(await change(ada, ada.email.toUpperCase())).toMatchObject({ status: 400, body: { issues: [{ path: 'email' }] } })
  for (let i = 0; i < 5; i++)
    expect(await change(ada, 'x@example.com', 'not it')).toMatchObject({
      status: 400,
      body: { message: 'Password is wrong', issues: [{ path: 'password' }] },
    })
  // Now not even the correct one is checked, neither here nor at the other calls nor at sign-in.
  const waits = [
    await change(ada, 'x@example.com'),
    await app.send(ada, 'POST', '/api/account/password', { current: password, next: 'another password' }),
  ]
  for (const wait of waits) {
    expect([wait.status, readRefusal(wait).message]).toEqual([429, expect.stringMatching(/^Too many attempts. Please wait \d+ seconds/)])
    expect(Number(wait.headers['retry-after'])).toBeGreaterThan(0)
  }
  expect((await trySignIn(app, createBrowser(), { email: ada.email, password })).status).toBe(429)
  expect(await read(ada)).toMatchObject({ pendingEmail: null })
})

test('a taken address gets the same reply as any other; its owner is notified once, and no link is sent', async () => {
  const [ada, bob] = [await createUser(), await createUser()]
  const free = await change(ada, 'free@example.com')
  const taken = await change(ada, bob.email.toUpperCase())
  expect(taken).toMatchObject({ status: free.status, body: { ...free.body, pendingEmail: bob.email.toUpperCase() } })
  const [note] = await waitForMails(app, bob.email.toUpperCase(), 'Your address was entered at Billfold')
  expect(note!.text).not.toContain('token')
  await change(ada, bob.email)
  // The next email comes after it, so that it would have arrived by then.
  await change(ada, 'after@example.com')
  await waitForMails(app, 'after@example.com', confirmNew)
  const toBob = (await app.mails(0)).filter(({ to }) => to.address.toLowerCase() === bob.email)
  expect(toBob.map(({ subject }) => subject)).toEqual(['Your address was entered at Billfold'])
})

test('an address that another account took meanwhile cannot be confirmed', async () => {
  const ada = await createUser()
  await change(ada, 'contested@example.com')
  const token = await linkTo('contested@example.com')
  await app.person('contested')
  expect(await confirm(token)).toMatchObject({ status: 409, body: { issues: [{ path: 'email' }] } })
  await app.sql("update users set email = 'gone@example.com' where email = 'contested@example.com'")
  await app.sql(
    "insert into identity_accounts (id, email, first_name, last_name, password_hash) values ('other', 'Contested@example.com', 'A', 'B', 'x')",
  )
  expect((await confirm(token)).status).toBe(409)
  expect(await read(ada)).toMatchObject({ email: ada.email, emailVerified: true, pendingEmail: 'contested@example.com' })
  await app.sql("delete from identity_accounts where id = 'other'")
  expect((await confirm(token)).status).toBe(200)
})

test('a link is sent again once a minute and ten times a day, to the pending address', async () => {
  const ada = await app.person('unconfirmed', { password, emailVerified: false })
  const resend = () => app.send(ada, 'POST', '/api/account/email/resend')
  const start = Date.now()
  expect((await resend()).status).toBe(200)
  const early = await resend()
  expect([early.status, readRefusal(early).message]).toEqual([
    429,
    'The last email was sent a moment ago. Please wait 1 minute and try again.',
  ])
  for (let i = 1; i < 10; i++) {
    app.setNow(new Date(start + i * 61_000))
    expect([i, (await resend()).status]).toEqual([i, 200])
  }
  app.setNow(new Date(start + 3_600_000))
  expect(await resend()).toMatchObject({ status: 429, body: { message: expect.stringContaining('10 links are emailed per day') } })
  expect((await change(ada, 'eleventh@example.com')).status).toBe(429)
  await waitForMails(app, ada.email, 'Confirm your email for Billfold', 10)
  // All of them are for one address: each is valid until one is followed.
  const token = await linkTo(ada.email, 'Confirm your email for Billfold', 10)
  expect((await confirm(token)).status).toBe(200)
  expect(await read(ada)).toMatchObject({ emailVerified: true })
  app.setNow(new Date(start + 25 * 3_600_000))
  expect(await resend()).toMatchObject({ status: 409, body: { message: 'Your email is already confirmed.' } })
  await change(ada, 'waiting@example.com')
  app.setNow(new Date(start + 25 * 3_600_000 + 61_000))
  expect((await resend()).body.pendingEmail).toBe('waiting@example.com')
  await waitForMails(app, 'waiting@example.com', confirmNew, 2)
  app.setNow(new Date())
})

test('several accounts cannot make the server send emails to one address without end', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 12; i++) statuses.push((await change(await createUser(), 'victim@example.com')).status)
  expect(statuses).toEqual([...Array(10).fill(200), 429, 429])
  await waitForMails(app, 'victim@example.com', confirmNew, 10)
  expect((await change(await createUser(), 'nobody-asked@example.com')).status).toBe(200)
})

test('an address that was never confirmed is not told which one replaces it', async () => {
  const ada = await app.person('typo', { password, emailVerified: false })
  await change(ada, 'right@example.com')
  const [note] = await waitForMails(app, ada.email, 'Your Billfold email is about to change')
  expect(note!.text).not.toContain('right@')
  await confirm(await linkTo('right@example.com'))
  expect(await read(ada)).toMatchObject({ email: 'right@example.com', emailVerified: true })
})
