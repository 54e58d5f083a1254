import { expect, test } from 'vitest'
import { readRefusal } from '#server/testing/contract.ts'
import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'
import {
  ada,
  app,
  create,
  createCardKeys,
  createWalletKeys,
  disconnect,
  logged,
  read,
  readSaved,
  save,
  sendInvoice,
  setUpProfileApp,
} from './testing/profiles.ts'

// Payment keys are verified with the providers (here their simulators) before they are stored.

setUpProfileApp()

const goodCard = '4242424242424242'
const card = (name = `card of ${ada.userId}`) => createCardKeys(name)
const wallet = (name = `wallet of ${ada.userId}`) => createWalletKeys(name)
const readKeys = () =>
  app.sql<{ provider: string; account_id: string | null; status: string; mode: string | null; version: number }>(
    'select provider, account_id, status, mode, version from payment_credentials where user_id = $1 order by provider desc',
    [ada.userId],
  )
const checkout = async (publicId: string) => String((await app.send(null, 'GET', `/pay/${publicId}/checkout`)).headers.location)
const verify = async (publicId: string) => (await app.call(null, 'POST', `/api/invoices/${publicId}/mark-paid`)).status
const config = async (publicId: string) => (await app.call(null, 'GET', `/api/public/invoice/${publicId}`)).paymentConfig
const attempts = async () =>
  (
    await app.sql<{ account_id: string; status: string }>(
      "select account_id, status from payment_attempts where user_id = $1 and provider = 'stripe' order by created_at",
      [ada.userId],
    )
  ).map(({ account_id, status }) => [account_id, status])
/** Makes the next `times` requests for the keys' account fail (3 tries each). */
const away = (times: number) => app.simulate('faults', { route: 'GET /v1/account', kind: 'status', status: 503, count: 3 * times })
const askAgain = () => app.sql("update graphile_worker._private_jobs set run_at = now() where key like 'keys-%'")

test('keys that the providers accept are connected with their account and mode', async () => {
  expect((await create({ ...card(), ...wallet() })).body).toMatchObject({
    stripeAccountStatus: 'connected',
    stripeMode: 'test',
    stripeProblem: null,
    paypalAccountStatus: 'connected',
    paypalMode: 'test',
    paypalProblem: null,
  })
  expect(await readKeys()).toMatchObject([
    { provider: 'stripe', account_id: expect.stringMatching(/^acct_\w+:test$/), status: 'connected', mode: 'test' },
    { provider: 'paypal', account_id: `paypal-${wallet().paypalClientId}`, status: 'connected', mode: 'test' },
  ])
})

test.each([
  [
    'a secret key that is nobody’s',
    () => ({ stripeSecretKey: 'sk_test_nobody' }),
    'stripeSecretKey',
    /Stripe doesn't accept this secret key/,
  ],
  ['something that is no key', () => ({ stripeSecretKey: 'hello-there' }), 'stripeSecretKey', /Stripe doesn't accept this secret key/],
  [
    'a wallet’s secret of another app',
    () => ({ ...wallet(), paypalClientSecret: wallet('another').paypalClientSecret }),
    'paypalClientSecret',
    /PayPal doesn't accept this client ID together/,
  ],
  [
    'a publishable key for real payments beside a secret one for tests',
    () => ({ ...card(), stripePublishableKey: 'pk_live_123' }),
    'stripePublishableKey',
    /This publishable key is for real payments \(live\), but the secret key is for trying things out \(test\)/,
  ],
])('%s is refused at its field, and nothing of the save is stored', async (_what, keys, field, words) => {
  for (const send of [() => create({ ...keys(), phone: '1' }), () => save({ ...keys(), phone: '1' })]) {
    const before = await read()
    const reply = await send()
    expect([reply.status, readRefusal(reply).issues]).toEqual([400, [{ path: field, message: expect.stringMatching(words) }]])
    expect(readRefusal(reply).message).toBe(readRefusal(reply).issues[0]?.message)
    expect(await read()).toEqual(before)
    expect(await readKeys()).toEqual([])
    if (!before) await create()
  }
})

test('given keys must match the stored ones', async () => {
  await create({ ...card(), ...wallet() })
  const before = [await read(), await readKeys()]
  const refused = [
    await save({ stripePublishableKey: 'pk_live_123' }),
    await save({ stripeSecretKey: 'sk_live_sim_0123456789' }),
    await save({ paypalClientId: wallet('another').paypalClientId }),
    await save({ paypalClientSecret: wallet('another').paypalClientSecret }),
  ]
  expect(refused.map((reply) => [reply.status, readRefusal(reply).issues.map(({ path }) => path)])).toEqual([
    [400, ['stripePublishableKey']],
    [400, ['stripeSecretKey']],
    [400, ['paypalClientId']],
    [400, ['paypalClientSecret']],
  ])
  expect([await read(), await readKeys()]).toEqual(before)
})

test('during an outage of the provider keys are stored unverified, offer nothing, and are verified later', async () => {
  await away(2)
  const made = await create(card())
  expect([made.status, made.body]).toMatchObject([
    201,
    {
      stripeAccountStatus: 'error',
      stripeMode: null,
      stripeProblem: expect.stringContaining("Stripe couldn't be asked about these keys yet"),
    },
  ])
  const { publicId } = await sendInvoice()
  expect(await config(publicId)).toMatchObject({ hasStripe: false, sandbox: false })
  await askAgain()
  await expect
    .poll(
      () =>
        app.sql("select 1 from graphile_worker._private_jobs where key = $1 and run_at > now() + interval '4 minutes'", [
          `keys-${ada.userId}-stripe`,
        ]),
      {
        timeout: 20_000,
      },
    )
    .toHaveLength(1)
  expect((await readSaved()).stripeAccountStatus).toBe('error')
  // Reading the profile starts the verification as well.
  await expect.poll(async () => (await readSaved()).stripeAccountStatus, { timeout: 60_000 }).toBe('connected')
  expect(await config(publicId)).toMatchObject({ hasStripe: true, sandbox: false })
  expect(await readKeys()).toMatchObject([{ account_id: expect.stringMatching(/^acct_/), status: 'connected', mode: 'test' }])
})

test('saving the same keys again during an outage keeps them connected', async () => {
  await create({ ...card(), ...wallet() })
  const before = await readKeys()
  await away(2)
  await app.simulatePayPal('faults', { route: 'POST /v1/oauth2/token', kind: 'status', status: 503, count: 3 })
  expect((await save({ ...card(), phone: '1' })).body).toMatchObject({ stripeAccountStatus: 'connected', phone: '1' })
  expect((await save({ stripePublishableKey: 'pk_test_another' })).body).toMatchObject({ stripeAccountStatus: 'connected' })
  expect((await save(wallet())).body).toMatchObject({ paypalAccountStatus: 'connected' })
  expect(await readKeys()).toEqual(before)
})

test('keys that were never checked are verified, and payments that began with them continue under the account’s ID', async () => {
  await create(card())
  const [own] = await readKeys()
  const { publicId } = await sendInvoice()
  const page = await checkout(publicId)
  const old = 'key-0123456789abcdef'
  await app.sql("update payment_credentials set account_id = $2, status = 'unchecked', mode = null, checked_at = null where user_id = $1", [
    ada.userId,
    old,
  ])
  await app.sql('update payment_attempts set account_id = $2 where user_id = $1', [ada.userId, old])
  expect(await read()).toMatchObject({ stripeAccountStatus: 'error', stripeProblem: expect.stringContaining("hasn't been asked") })
  await expect.poll(readKeys, { timeout: 60_000 }).toMatchObject([{ account_id: own!.account_id, status: 'connected', mode: 'test' }])
  expect(await attempts()).toEqual([[own!.account_id, 'open']])
  expect(await checkout(publicId)).toBe(page)
  await payAtCheckout(page, goodCard)
  expect(await verify(publicId)).toBe('paid')
})

test('keys that turn out to be invalid are reported as such', async () => {
  await away(1)
  await create(card())
  await app.simulate('keys/revoke', { key: card().stripeSecretKey })
  await askAgain()
  await expect
    .poll(async () => (await readSaved()).stripeProblem, { timeout: 60_000 })
    .toMatch(/Stripe doesn't accept the secret key any more/)
  expect(await readKeys()).toMatchObject([{ status: 'error' }])
  expect(logged.join('\n')).not.toContain(card().stripeSecretKey)
})

test('another key of the same account keeps open checkout pages', async () => {
  await create({ ...card(), ...wallet() })
  const { publicId } = await sendInvoice()
  const page = await checkout(publicId)
  const before = await readKeys()
  const rolled = { stripeSecretKey: `${card().stripeSecretKey}_r2`, paypalClientSecret: `${wallet().paypalClientSecret}_r2` }
  expect((await save(rolled)).body).toMatchObject({ stripeAccountStatus: 'connected', paypalAccountStatus: 'connected' })
  expect(await readKeys()).toEqual(before.map((one) => ({ ...one, version: 2 })))
  expect(await checkout(publicId)).toBe(page)
  await payAtCheckout(page, goodCard)
  expect(await verify(publicId)).toBe('paid')
})

test('two keys that do not belong together are never both stored, in whatever order they are saved', async () => {
  for (let round = 0; round < 4; round++) {
    await create()
    const halves = [save({ stripePublishableKey: 'pk_live_123' }), save({ stripeSecretKey: card().stripeSecretKey })]
    const [shown, secret] = await Promise.all(halves)
    expect([shown!.status, secret!.status].sort()).toEqual([200, 400])
    const apps = ['one', 'other'].map((name) => wallet(`${name} ${round} of ${ada.userId}`)) as [object, object]
    expect((await Promise.all(apps.map((keys) => save(keys)))).map(({ status }) => status)).toEqual([200, 200])
    const present = await readSaved()
    const last = apps.find((keys) => (keys as { paypalClientId: string }).paypalClientId === present.paypalClientId) as Record<
      string,
      string
    >
    expect([present.paypalAccountStatus, present.paypalClientSecret.last4]).toEqual(['connected', last.paypalClientSecret!.slice(-4)])
    expect((await readKeys()).find(({ provider }) => provider === 'paypal')?.account_id).toBe(`paypal-${present.paypalClientId}`)
    await disconnect('stripe')
    await disconnect('paypal')
  }
})

test('switching the sandbox off expires its open pages, and customers are not offered it until it is on again', async () => {
  const { publicId } = await sendInvoice()
  const page = await checkout(publicId)
  expect(page).toContain('/sandbox/stripe/')
  expect((await create({ paymentSandbox: false })).body.paymentSandbox).toBe(false)
  expect((await payAtCheckout(page, goodCard)).location).toBeNull()
  expect((await attempts()).map(([, status]) => status)).toEqual(['expired'])
  expect(await config(publicId)).toMatchObject({ hasStripe: false, hasPayPal: false })
  expect((await save({ phone: '1' })).body.paymentSandbox).toBe(false)
  await save({ paymentSandbox: true })
  await payAtCheckout(await checkout(publicId), goodCard)
  expect(await verify(publicId)).toBe('paid')
  for (const wrong of ['no', 1, null]) expect((await save({ paymentSandbox: wrong })).status).toBe(400)
})
