import { expect, test } from 'vitest'
import { createSecrets } from '#server/platform/secrets.ts'
import { ada, app, cardKeys, create, disconnect, logged, profiling, read, save, sendInvoice, walletKeys } from './testing/profiles.ts'

profiling()

const card = () => cardKeys(`secrets of ${ada.userId}`)
const kept = () =>
  app.sql<{ provider: string; key_id: string; sealed_secret: Buffer; account_id: string; endpoint_token: string; status: string }>(
    'select * from payment_credentials where user_id = $1 order by provider desc',
    [ada.userId],
  )

test('a secret is told as set, with its last four characters, and never more', async () => {
  const made = (await create({ ...card(), ...walletKeys })).body
  expect(made).toMatchObject({
    stripePublishableKey: card().stripePublishableKey,
    stripeSecretKey: { set: true, last4: card().stripeSecretKey.slice(-4) },
    stripeAccountStatus: 'connected',
    paypalClientId: walletKeys.paypalClientId,
    paypalClientSecret: { set: true, last4: '7788' },
    paypalAccountStatus: 'connected',
  })
  expect(await read()).toEqual(made)
  expect((await save({ paypalClientSecret: 'elevenchars' })).body.paypalClientSecret).toEqual({ set: true, last4: null })
  expect((await save({ paypalClientSecret: 'twelve-chars' })).body.paypalClientSecret).toEqual({ set: true, last4: 'hars' })
})

test('one key of two is kept, and connects nothing', async () => {
  expect((await create({ stripeSecretKey: card().stripeSecretKey })).body).toMatchObject({
    stripePublishableKey: null,
    stripeSecretKey: { set: true },
    stripeAccountStatus: 'not_connected',
  })
  expect((await save({ paypalClientId: 'AZ1' })).body).toMatchObject({ paypalClientId: 'AZ1', paypalAccountStatus: 'not_connected' })
  expect((await save({ stripePublishableKey: 'pk_test_1' })).body.stripeAccountStatus).toBe('connected')
})

test('blank keys keep what is there, byte for byte; another secret replaces it', async () => {
  await create({ ...card(), ...walletKeys })
  const before = await kept()
  await save({ stripeSecretKey: '', stripePublishableKey: null, paypalClientId: '  ', paypalClientSecret: '' })
  await save({ phone: '1' })
  await save(card())
  expect(await kept()).toEqual(before)
  const rolled = `${card().stripeSecretKey}_r2`
  expect((await save({ stripeSecretKey: rolled })).body.stripeSecretKey).toEqual({ set: true, last4: rolled.slice(-4) })
  const [stripe, paypal] = await kept()
  expect(stripe!.sealed_secret).not.toEqual(before[0]!.sealed_secret)
  expect(stripe!.account_id).not.toBe(before[0]!.account_id)
  // What the provider knows the business by stays.
  expect(stripe!.endpoint_token).toBe(before[0]!.endpoint_token)
  expect(paypal).toEqual(before[1])
})

test('no secret comes back: in no answer, in no text of the database, in no line of the log', async () => {
  const secrets = [card().stripeSecretKey, walletKeys.paypalClientSecret, 'sk_test_of_a_stale_save', 'sk_test_that_is_refused']
  const replies = [await create({ ...card(), ...walletKeys }, { 'idempotency-key': `k${ada.userId}` })]
  replies.push(await create({ ...card(), ...walletKeys }, { 'idempotency-key': `k${ada.userId}` }))
  replies.push(await create(card()), await save(card()), await save({ stripeSecretKey: secrets[2], version: 1 }))
  replies.push(await save({ stripeSecretKey: secrets[3], pdfTheme: 'gothic' }), await save({ stripePublishableKey: secrets[3] }))
  replies.push(await app.send(ada, 'POST', '/api/business-profile', `{"businessName": "A", "stripeSecretKey": "${secrets[3]}",`))
  const { id, publicId } = await sendInvoice()
  await app.simulate('keys/revoke', { key: card().stripeSecretKey })
  for (const url of [`/pay/${publicId}/checkout`, `/api/public/invoice/${publicId}`]) replies.push(await app.send(null, 'GET', url))
  for (const { endpoint } of app.routes.filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.access === 'user'))
    replies.push(await app.send(ada, 'GET', endpoint.path.replace(':id', String(id))))
  replies.push(await disconnect('paypal'))
  expect(replies.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 201, 303, 400, 409]))
  for (const { bytes } of replies) for (const secret of secrets) expect(bytes.toString()).not.toContain(secret)

  const tables = await app.sql<{ name: string }>(
    "select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'",
  )
  expect(tables.length).toBeGreaterThan(20)
  const publishable = card().stripePublishableKey
  const found: string[] = []
  for (const { name } of tables)
    for (const text of [publishable, ...secrets])
      if ((await app.sql(`select 1 from ${name} t where position($1 in t::text) > 0 limit 1`, [text])).length > 0)
        found.push(`${name} ${text}`)
  // What is no secret is found where it stands, so that this search is known to find things.
  expect(found.filter((where) => !where.endsWith(publishable))).toEqual([])
  expect(found).toContain(`public.business_profiles ${publishable}`)
  expect(logged.join('\n')).toContain('card provider')
  for (const secret of secrets) expect(logged.join('\n')).not.toContain(secret)
})

test('a sealed secret opens for its own user and provider alone', async () => {
  const sealOf = '(select sealed_secret from payment_credentials where user_id = $2 and provider = $3)'
  const copy = (from: [number, string]) =>
    app.sql(`update payment_credentials set sealed_secret = ${sealOf} where user_id = $1 and provider = 'stripe'`, [ada.userId, ...from])
  const opens = async () => (await app.send(null, 'GET', `/pay/${(await sendInvoice()).publicId}/checkout`)).status
  const bob = await app.person(`bob-of-${ada.userId}`)
  await app.send(bob, 'POST', '/api/business-profile', { businessName: 'Bob', ...cardKeys('bob') })
  await create({ ...card(), ...walletKeys })
  const [own] = await kept()
  expect(await opens()).toBe(303)
  await copy([bob.userId, 'stripe'])
  expect(await opens()).toBe(500)
  // Her invoices don't depend on it while nobody pays.
  const { id } = await sendInvoice()
  expect((await app.send(ada, 'POST', `/api/invoices/${id}/mark-paid`)).body.status).toBe('paid')
  await copy([ada.userId, 'paypal'])
  expect(await opens()).toBe(500)
  // Whatever it is that stands there, the owner gets rid of it.
  expect((await save({ stripeSecretKey: `${card().stripeSecretKey}_r2` })).status).toBe(200)
  expect(await opens()).toBe(303)
  expect(() => createSecrets(Buffer.alloc(32, 1)).open({ keyId: own!.key_id, sealed: own!.sealed_secret }, 'x')).toThrow(/another key/)
})

test('disconnecting forgets a provider’s keys, prefers what remains, and does nothing more the second time', async () => {
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
      preferredPaymentMethod: 'stripe',
    },
  ])
  expect((await kept()).map(({ provider }) => provider)).toEqual(['stripe'])
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
  expect(await kept()).toEqual([])
  for (const provider of ['cash', '', null, undefined]) expect((await disconnect(provider as string)).status).toBe(400)
})
