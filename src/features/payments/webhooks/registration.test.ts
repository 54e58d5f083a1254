import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccounts } from '#server/domain/payments/accounts/accounts.ts'
import { saveKeyStatus, saveSecret } from '#server/domain/payments/keys/store.ts'
import { decryptRegistration } from '#server/domain/payments/webhooks/endpoints.ts'
import { canReceiveWebhooks, isWebhookRegistered, webhookRegistrationRunner } from '#server/domain/payments/webhooks/register.job.ts'
import { removeWebhooksAfter } from '#server/domain/payments/webhooks/remove.ts'
import type { Services } from '#server/domain/services.ts'
import { createSecrets } from '#server/platform/encryption/secrets.ts'
import { connectProviders } from '#server/providers/connect.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { deriveStripeKeys, type StripeSimulator, startStripeSimulator } from '#simulators/stripe/stripe-simulator.ts'

// An own account on a server with a public URL; other tests' servers are on loopback.

let db: TestDatabase
let stripe: StripeSimulator
let userId: number
let publicUrl = new URL('https://bill.example.com')
const secrets = createSecrets(Buffer.alloc(32, 3))
const { publishableKey, secretKey } = deriveStripeKeys('a business on the internet')
const logged: string[] = []

beforeAll(async () => {
  db = await createTestDatabase()
  stripe = await startStripeSimulator({ publicUrl: 'http://127.0.0.1:1' })
  const [user] = await db.database.asNobody((tx) =>
    tx.rows<{ id: number }>("insert into users (issuer, subject) values ('i', 's') returning id"),
  )
  userId = user!.id
  await db.database.asUser(userId, async (tx) => {
    await tx.rows('insert into business_profiles (user_id, business_name, stripe_publishable_key) values ($1, $2, $3)', [
      userId,
      'B',
      publishableKey,
    ])
    await saveSecret(secrets, tx, 'stripe', secretKey)
    await saveKeyStatus(tx, 'stripe', { accountId: 'acct_own', status: 'connected', mode: 'test', problem: null })
  })
})
afterAll(async () => {
  await stripe.close()
  await db.drop()
})

const services = () => {
  const common = { database: db.database, secrets, publicUrl: () => publicUrl, log: (line: string) => logged.push(line) }
  const accounts = createAccounts({
    ...common,
    connect: connectProviders,
    stripeApiOrigin: () => stripe.origin,
    paypalApiOrigin: () => null,
    sandbox: null,
  })
  return { ...common, accounts } as unknown as Services
}
const account = { provider: 'stripe' as const, accountId: 'acct_own', sandbox: false }
const register = () => webhookRegistrationRunner(services()).run({ userId, provider: 'stripe' })
const endpoint = async () => {
  const [row] = await db.database.asUser(userId, (tx) =>
    tx.rows<{ id: number; url: string; token: string; webhookId: string; keyId: string; sealed: Buffer }>(
      `select id, url, token, webhook_id as "webhookId", key_id as "keyId", sealed_secret as sealed from webhook_endpoints where user_id = $1`,
      [userId],
    ),
  )
  return row
}
/** The URLs of the registered webhooks. */
const listWebhookUrls = async (): Promise<string[]> => {
  const { accounts } = (await (await fetch(`${stripe.origin}/_sim/dump`)).json()) as {
    accounts: Record<string, { objects: { webhook_endpoint: Record<string, { url: string }> } }>
  }
  return Object.values(accounts).flatMap(({ objects }) => Object.values(objects.webhook_endpoint).map(({ url }) => url))
}
const isRegistered = () => db.database.asUser(userId, (tx) => isWebhookRegistered(tx, account, publicUrl))

test.each([
  ['https://bill.example.com', true],
  ['http://bill.example.com', false],
  ['https://localhost', false],
  ['https://127.0.0.1:3000', false],
  ['https://[::1]', false],
])('a provider on the internet can send webhooks to %s: %s', (url, reaches) => {
  expect([canReceiveWebhooks({ sandbox: false }, new URL(url)), canReceiveWebhooks({ sandbox: true }, new URL(url))]).toEqual([
    reaches,
    true,
  ])
})

test('the webhook is registered once, and its secret stored encrypted', async () => {
  expect(await isRegistered()).toBe(false)
  await Promise.all([register(), register()])
  await register()
  const registered = (await endpoint())!
  expect(registered.url).toBe(`https://bill.example.com/api/webhooks/stripe/${registered.token}`)
  expect(await listWebhookUrls()).toEqual([registered.url])
  const opened = decryptRegistration(secrets, userId, { ...registered, provider: 'stripe', accountId: 'acct_own' })
  expect(opened).toEqual({ webhookId: registered.webhookId, secret: expect.stringMatching(/^whsec_/) })
  expect(registered.sealed.toString()).not.toContain(opened!.secret)
  expect(await isRegistered()).toBe(true)
})

test('with a new public URL the old webhook is replaced', async () => {
  const before = (await endpoint())!
  publicUrl = new URL('https://new.example.com')
  expect(await isRegistered()).toBe(false)
  await register()
  expect(await listWebhookUrls()).toEqual([before.url.replace('bill.example.com', 'new.example.com')])
  expect((await endpoint())!.webhookId).not.toBe(before.webhookId)
})

test('removing the key removes the webhook, also at the provider; an unavailable provider doesn’t prevent it', async () => {
  const forget = () =>
    db.database.asUser(userId, (tx) => tx.rows("delete from payment_credentials where user_id = $1 and provider = 'stripe'", [userId]))
  await removeWebhooksAfter(services(), userId, [account], forget)
  expect(await listWebhookUrls()).toEqual([])
  // The next registration deletes the endpoint.
  await register()
  expect(await endpoint()).toBeUndefined()
  expect(logged).toEqual([])
})
