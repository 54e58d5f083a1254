import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateCodeAt } from '#server/platform/auth/testing/authenticator.ts'
import { createBrowser } from '#server/platform/auth/testing/browser.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { deriveStripeKeys } from '#simulators/stripe/stripe-simulator.ts'
import { readToken, signIn, trySignIn, waitForMails } from './testing/people.ts'

// Which events of an account are recorded, with which source, and for how long.

const password = 'the current password'
let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const readEvents = (owner: Person, query = '') => app.call(owner, 'GET', `/api/account/security-events${query}`)
const readKinds = async (owner: Person) => (await readEvents(owner)).map(({ kind }) => kind)
const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
const post = <Url extends string>(owner: Person, path: Url, body?: object) => app.send(owner, 'POST', path, body, firefox)

test('changed secrets are recorded with device, address and details, newest first', async () => {
  const ada = await app.person('ada', { password })
  const { secret } = (await post(ada, '/api/account/two-factor', { password })).body
  const { recoveryCodes } = (await post(ada, '/api/account/two-factor/confirm', { code: generateCodeAt(secret, new Date()) })).body
  await post(ada, '/api/account/two-factor/recovery-codes', { password, code: recoveryCodes[0] })
  const { code } = { code: generateCodeAt(secret, new Date(Date.now() + 30_000)) }
  await post(ada, '/api/account/two-factor/off', { password, code })
  await post(ada, '/api/account/password', { current: password, next: 'another long password' })
  await post(ada, '/api/account/email', { email: 'ada.new@example.com', password: 'another long password' })
  await post(ada, '/api/account/sessions/end-others')
  await post(ada, '/api/account/exports')
  // Refused changes are not recorded.
  await post(ada, '/api/account/password', { current: 'wrong', next: 'another long password' })
  expect((await readKinds(ada)).toReversed()).toEqual([
    'account_created',
    'two_factor_on',
    'recovery_code_used',
    'recovery_codes_made',
    'two_factor_off',
    'password_changed',
    'email_change_asked',
    'sessions_ended',
    'export_made',
  ])
  const [newest, , asked] = await readEvents(ada)
  expect(newest).toMatchObject({ device: 'Firefox on Linux', address: '127.0.0.1' })
  expect(asked).toMatchObject({ detail: { email: 'ada.new@example.com' } })
  const [mail] = await waitForMails(app, 'ada.new@example.com', 'Confirm your new email for Billfold')
  await app.send(null, 'POST', '/api/public/confirm-email', { token: readToken(mail!) })
  expect((await readEvents(ada))[0]).toMatchObject({ kind: 'email_changed', detail: { email: 'ada.new@example.com' } })
})

test('payment keys are recorded when they change and when they are deleted', async () => {
  const bob = await app.person('bob')
  const keys = { stripePublishableKey: 'pk_test_bob', stripeSecretKey: deriveStripeKeys('bob').secretKey }
  const { id } = (await post(bob, '/api/business-profile', { businessName: 'Bob', ...keys })).body
  await app.send(bob, 'PUT', `/api/business-profile/${id}`, {
    businessName: 'Bob & Co.',
    stripePublishableKey: 'pk_test_bob',
    stripeSecretKey: '',
  })
  for (let i = 0; i < 2; i++) await post(bob, `/api/business-profile/${id}/disconnect`, { provider: 'stripe' })
  expect((await readEvents(bob)).map(({ kind, detail }) => [kind, detail])).toEqual([
    ['payment_keys_removed', { provider: 'stripe' }],
    ['payment_keys_saved', { provider: 'stripe' }],
    ['account_created', {}],
  ])
})

test('sign-ins and sign-outs are recorded, and of refused sign-ins three a minute', async () => {
  const carol = await app.person('carol', { password })
  const browser = createBrowser()
  const me = await signIn(app, browser, { email: carol.email, password })
  for (let i = 0; i < 4; i++) await trySignIn(app, createBrowser(), { email: carol.email, password: 'wrong' })
  await trySignIn(app, createBrowser(), { email: 'nobody@example.com', password: 'wrong' })
  await expect.poll(async () => (await readKinds(me)).filter((kind) => kind === 'sign_in_refused')).toHaveLength(3)
  await browser.visit(`${app.origin}/api/logout`)
  await expect
    .poll(() => readKinds(carol))
    .toEqual(['signed_out', 'sign_in_refused', 'sign_in_refused', 'sign_in_refused', 'signed_in', 'account_created'])
  // A password reset keeps the tokens, and the email says so.
  await post(carol, '/api/account/tokens', { name: 'Till', scopes: ['customers:read'], expiresInDays: null, password })
  expect((await reset(carol.email)).text).toContain('One API token stays active')
  const last = 'select kind, address from security_events where user_id = $1 order by id desc limit 2'
  expect(await app.sql(last, [carol.userId])).toEqual([
    { kind: 'password_reset', address: '127.0.0.1' },
    { kind: 'password_reset_asked', address: '127.0.0.1' },
  ])
})

test('a password reset of an unconfirmed address revokes the tokens', async () => {
  const mallory = await app.person('mallory', { password, emailVerified: false })
  const { token } = (await post(mallory, '/api/account/tokens', { name: 'Spy', scopes: ['customers:read'], expiresInDays: null, password }))
    .body
  const use = async () => (await app.send(null, 'GET', '/api/customers', undefined, { authorization: `Bearer ${token}` })).status
  expect(await use()).toBe(200)
  expect((await reset(mallory.email)).text).not.toContain('API token')
  expect(await use()).toBe(401)
})

/** Resets the password by an emailed link, and returns the email about it. */
const reset = async (email: string) => {
  const browser = createBrowser()
  await browser.submit(await browser.open(`${app.origin}/sign-in/forgot-password`), { email })
  const [link] = await waitForMails(app, email, 'Set a new password for Billfold')
  await browser.submit(await browser.open(`${app.origin}/sign-in/reset-password?token=${readToken(link!)}`), {
    password: 'set by the link',
  })
  return (await waitForMails(app, email, 'Your Billfold password was reset'))[0]!
}

test('events are read by page, only ever added, and deleted after 400 days', async () => {
  const dora = await app.person('dora')
  await app.sql(
    `insert into security_events (user_id, kind, at) select $1, 'signed_in', now() - make_interval(days => d) from generate_series(395, 404) d`,
    [dora.userId],
  )
  const all = await readEvents(dora)
  expect(all).toHaveLength(11)
  const paged: typeof all = []
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page = await app.send(dora, 'GET', `/api/account/security-events?limit=4${after && `&after=${after}`}`)
    paged.push(...page.body)
    after = page.headers['x-next-cursor'] as string | undefined
  }
  expect(paged).toEqual(all)
  for (const act of ['delete from security_events', "update security_events set kind = 'signed_out'"])
    await expect(app.database.asUser(dora.userId, (db) => db.rows(act))).rejects.toThrow(/permission denied/)
  const sweep = app.runners.find(({ name }) => name === 'security-events.sweep')!
  await sweep.run({ userId: 0 })
  // Of days 395 to 404, the last four and a part of the fifth are too old.
  expect((await readEvents(dora)).map(({ id }) => id)).toEqual(all.slice(0, -5).map(({ id }) => id))
  expect(
    await app.sql(
      "select round(extract(epoch from run_at - now()) / 3600)::int as hours from graphile_worker._private_jobs where key = 'security-events-sweep'",
    ),
  ).toEqual([{ hours: 24 }])
})
