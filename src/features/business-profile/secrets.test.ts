import { expect, test } from 'vitest'
import { createSecrets } from '#server/platform/encryption/secrets.ts'
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
  save,
  sendInvoice,
  setUpProfileApp,
  walletKeys,
} from './testing/profiles.ts'

setUpProfileApp()

const card = () => createCardKeys(`secrets of ${ada.userId}`)
type KeyRow = { provider: string; key_id: string; sealed_secret: Buffer; account_id: string; status: string; version: number }
const readKeys = () => app.sql<KeyRow>('select * from payment_credentials where user_id = $1 order by provider desc', [ada.userId])

test('the API returns of a secret that it is set and its last four characters', async () => {
  const made = (await create({ ...card(), ...walletKeys })).body
  expect(made).toMatchObject({
    stripePublishableKey: card().stripePublishableKey,
    stripeSecretKey: { set: true, last4: card().stripeSecretKey.slice(-4) },
    stripeAccountStatus: 'connected',
    paypalClientId: walletKeys.paypalClientId,
    paypalClientSecret: { set: true, last4: walletKeys.paypalClientSecret.slice(-4) },
    paypalAccountStatus: 'connected',
  })
  expect(await read()).toEqual(made)
  // Half a pair is not verified; the end of a short one would reveal too much.
  await disconnect('paypal')
  expect((await save({ paypalClientSecret: 'elevenchars' })).body.paypalClientSecret).toEqual({ set: true, last4: null })
  expect((await save({ paypalClientSecret: 'twelve-chars' })).body.paypalClientSecret).toEqual({ set: true, last4: 'hars' })
})

test('one key of a pair is stored and connects nothing', async () => {
  expect((await create({ stripeSecretKey: card().stripeSecretKey })).body).toMatchObject({
    stripePublishableKey: null,
    stripeSecretKey: { set: true },
    stripeAccountStatus: 'not_connected',
  })
  expect((await save({ paypalClientId: 'AZ1' })).body).toMatchObject({ paypalClientId: 'AZ1', paypalAccountStatus: 'not_connected' })
  expect((await save({ stripePublishableKey: 'pk_test_1' })).body.stripeAccountStatus).toBe('connected')
})

test('blank keys keep the stored ones byte for byte; a new secret replaces them', async () => {
  await create({ ...card(), ...walletKeys })
  const before = await readKeys()
  await save({ stripeSecretKey: '', stripePublishableKey: null, paypalClientId: '  ', paypalClientSecret: '' })
  await save({ phone: '1' })
  await save(card())
  const sealed = ({ sealed_secret, account_id, status, version }: KeyRow) => ({ sealed_secret, account_id, status, version })
  expect((await readKeys()).map(sealed)).toEqual(before.map(sealed))
  const rolled = `${card().stripeSecretKey}_r2`
  expect((await save({ stripeSecretKey: rolled })).body.stripeSecretKey).toEqual({ set: true, last4: rolled.slice(-4) })
  const [stripe, paypal] = await readKeys()
  expect(stripe!.sealed_secret).not.toEqual(before[0]!.sealed_secret)
  // It is a key of the same account.
  expect(stripe!.account_id).toBe(before[0]!.account_id)
  expect(paypal).toEqual(before[1])
})

/** Lists which of the texts occur in the database (all tables, as text or as bytes), the logs, the responses and the emails. */
const foundInTables = async (texts: readonly string[]) => {
  const tables = await app.sql<{ name: string }>(
    "select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'",
  )
  expect(tables.length).toBeGreaterThan(20)
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await app.sql<{ text: string }>(
      `select s.text from unnest($1::text[]) s (text)
       where exists (select 1 from ${name} t where position(s.text in t::text) > 0 or position(encode(convert_to(s.text, 'UTF8'), 'hex') in t::text) > 0)`,
      [texts],
    )
    found.push(...rows.map(({ text }) => `${name} ${text}`))
  }
  return found
}

test('no secret occurs in a response, the plain text of the database, the logs or an email', async () => {
  const wallet = createWalletKeys(`secrets of ${ada.userId}`)
  const others = (what: string) => [
    createCardKeys(`${what} ${ada.userId}`).stripeSecretKey,
    createWalletKeys(`${what} ${ada.userId}`).paypalClientSecret,
  ]
  const [stale, refused, malformed, misplaced] = [
    others('stale'),
    ['sk_test_that_is_refused', 'EK-that-is-refused'],
    others('malformed'),
    others('misplaced'),
  ]
  // The sandbox has its own keys, webhook URLs and signing secrets.
  const sandbox = [createCardKeys(`business ${ada.userId}`).stripeSecretKey, createWalletKeys(`business ${ada.userId}`).paypalClientSecret]
  const document = await sendInvoice()
  const replies = [await app.send(null, 'GET', `/pay/${document.publicId}/checkout`)]
  const wanted = { amount: '150.25', currency: 'USD', intent: 'CAPTURE' }
  replies.push(await app.send(null, 'POST', `/api/invoices/${document.publicId}/paypal-order`, wanted))
  const endpoints = () =>
    app.sql<{ provider: string; token: string; webhook_id: string | null }>(
      'select * from webhook_endpoints where user_id = $1 order by provider desc',
      [ada.userId],
    )
  await expect.poll(async () => (await endpoints()).filter((each) => each.webhook_id).length, { timeout: 60_000 }).toBe(2)
  const [hook, walletHook] = (await endpoints()) as [Awaited<ReturnType<typeof endpoints>>[0], Awaited<ReturnType<typeof endpoints>>[0]]
  const { secret: signing } = await app.simulate<{ secret: string }>('webhooks/rotate', { endpoint: hook.webhook_id })
  const page = String(replies[0]!.headers.location)
  await payAtCheckout(page, '4242424242424242')
  await expect.poll(async () => (await app.call(ada, 'GET', `/api/invoices/${document.id}`)).status, { timeout: 60_000 }).toBe('paid')
  const wrongToken = `${'z'.repeat(31)}Y`
  for (const [path, body] of [
    [hook.token, 'sk_test_in_an_event'],
    [wrongToken, 'x'],
  ] as const)
    replies.push(
      await app.send(null, 'POST', `/api/webhooks/stripe/${path}`, body, { 'stripe-signature': 't=1,v1=forged_signature_of_somebody' }),
    )

  const key = { 'idempotency-key': `k${ada.userId}` }
  replies.push(
    await create({ ...card(), ...wallet }, key),
    await create({ ...card(), ...wallet }, key),
    await create(card()),
    await save(card()),
  )
  replies.push(await save({ stripeSecretKey: stale[0], paypalClientSecret: stale[1], version: 1 }))
  replies.push(await save({ stripeSecretKey: refused[0] }), await save({ paypalClientSecret: refused[1] }))
  replies.push(await save({ stripePublishableKey: misplaced[0] }), await save({ paypalClientSecret: misplaced[1], pdfTheme: 'gothic' }))
  const broken = `{"businessName": "A", "stripeSecretKey": "${malformed[0]}", "paypalClientSecret": "${malformed[1]}",`
  replies.push(await app.send(ada, 'POST', '/api/business-profile', broken))
  const rolled = [`${card().stripeSecretKey}_r2`, `${wallet.paypalClientSecret}_r2`]
  replies.push(await save({ stripeSecretKey: rolled[0], paypalClientSecret: rolled[1], preferredPaymentMethod: 'both' }))

  const secrets = [
    card().stripeSecretKey,
    wallet.paypalClientSecret,
    ...rolled,
    ...stale,
    ...refused,
    ...malformed,
    ...misplaced,
    ...sandbox,
  ]
  const tokens = [hook.token, walletHook.token]
  secrets.push(signing, ...tokens, 'sk_test_in_an_event', wrongToken, 'forged_signature_of_somebody')
  expect(new Set(secrets).size).toBe(20)

  // Failures and refusals of providers are what programs log.
  const { id, publicId } = await sendInvoice()
  replies.push(await app.send(null, 'GET', `/pay/${publicId}/checkout`))
  await app.simulate('keys/revoke', { key: rolled[0] })
  await app.simulatePayPal('keys/revoke', { key: rolled[1] })
  for (const url of [`/pay/${publicId}/checkout`, `/api/public/invoice/${publicId}`, `/api/invoices/${publicId}/paypal-setup`])
    replies.push(await app.send(null, 'GET', url))
  for (const provider of ['stripe', 'paypal'])
    for (const what of ['check', 'fix']) replies.push(await app.send(ada, 'POST', `/api/payments/${provider}/${what}`))
  for (const { endpoint } of app.routes.filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.access === 'user'))
    replies.push(await app.send(ada, 'GET', endpoint.path.replace(':id', String(id))))
  const pages = [await (await fetch(page)).text(), await (await fetch(`${app.origin}/dev/mailbox`)).text()]
  const mails = await app.mails(1)
  const tables = await foundInTables([card().stripePublishableKey, ...secrets])
  replies.push(await disconnect('paypal'))

  expect(replies.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 201, 303, 400, 404, 409]))
  const said = [
    ...replies.map(({ bytes, headers }) => `${JSON.stringify(headers)} ${bytes}`),
    ...pages,
    JSON.stringify(mails),
    logged.join('\n'),
  ]
  for (const text of said) for (const secret of secrets) expect(text).not.toContain(secret)
  expect(logged.join('\n')).toContain('had no good signature')
  expect(pages[1]).toContain(ada.email)
  // Texts that are not secret are found, which proves that the search works.
  const publishable = card().stripePublishableKey
  expect(tables.filter((where) => !where.endsWith(publishable))).toEqual([])
  expect(tables).toContain(`public.business_profiles ${publishable}`)
})

test('an encrypted secret decrypts only for its own user and provider', async () => {
  const sealOf = '(select sealed_secret from payment_credentials where user_id = $2 and provider = $3)'
  const copy = (from: [number, string]) =>
    app.sql(`update payment_credentials set sealed_secret = ${sealOf} where user_id = $1 and provider = 'stripe'`, [ada.userId, ...from])
  const opens = async () => (await app.send(null, 'GET', `/pay/${(await sendInvoice()).publicId}/checkout`)).status
  const bob = await app.person(`bob-of-${ada.userId}`)
  await app.send(bob, 'POST', '/api/business-profile', { businessName: 'Bob', ...createCardKeys('bob') })
  await create({ ...card(), ...walletKeys })
  const [own] = await readKeys()
  expect(await opens()).toBe(303)
  await copy([bob.userId, 'stripe'])
  expect(await opens()).toBe(500)
  // Invoices don't depend on the secret until a customer pays.
  const { id } = await sendInvoice()
  expect((await app.call(ada, 'POST', `/api/invoices/${id}/mark-paid`)).status).toBe('paid')
  await copy([ada.userId, 'paypal'])
  expect(await opens()).toBe(500)
  // The owner can remove even a value that can't be decrypted.
  expect((await save({ stripeSecretKey: `${card().stripeSecretKey}_r2` })).status).toBe(200)
  expect(await opens()).toBe(303)
  expect(() => createSecrets(Buffer.alloc(32, 1)).decrypt({ keyId: own!.key_id, sealed: own!.sealed_secret }, 'x')).toThrow(/another key/)
})

test('disconnecting removes a provider’s keys, prefers the remaining one, and is idempotent', async () => {
  const made = (await create({ ...card(), ...walletKeys, preferredPaymentMethod: 'both' })).body
  const wallet = await disconnect('paypal')
  expect([wallet.status, wallet.body]).toEqual([
    200,
    {
      ...made,
      version: 2,
      paypalClientId: null,
      paypalClientSecret: { set: false, last4: null },
      paypalAccountStatus: 'not_connected',
      paypalMode: null,
      preferredPaymentMethod: 'stripe',
    },
  ])
  expect((await readKeys()).map(({ provider }) => provider)).toEqual(['stripe'])
  expect((await disconnect('paypal')).body).toEqual(wallet.body)
  await save({ ...walletKeys, preferredPaymentMethod: 'both' })
  expect((await disconnect('stripe')).body).toMatchObject({
    stripePublishableKey: null,
    stripeSecretKey: { set: false, last4: null },
    stripeAccountStatus: 'not_connected',
    paypalAccountStatus: 'connected',
    preferredPaymentMethod: 'paypal',
  })
  expect((await disconnect('paypal')).body.preferredPaymentMethod).toBe('stripe')
  expect(await readKeys()).toEqual([])
  for (const provider of ['cash', '', null, undefined]) expect((await disconnect(provider as string)).status).toBe(400)
})
