import { expect, test } from 'vitest'
import { ada, app, atStripe, open, payWith, setUpSubscriptions, status } from './testing/subscription-fixture.ts'
import { endpoints, event, post, registered, secret, setUpWebhooks, url } from './testing/webhook-fixture.ts'

// The registration of the webhook of the product's own account.

setUpSubscriptions()
const eventually = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 60_000 })

test('before the first subscription is opened no webhook is registered, and an event is answered with 503', async () => {
  expect([await setUpWebhooks(), await endpoints()]).toEqual([[], []])
  const { status: code, headers } = await post(event({}), 'whsec_any')
  expect([code, headers['retry-after']]).toEqual([503, '60'])
})

test('with a new public URL the webhook is registered again and the old one removed', async () => {
  await open()
  const before = await registered()
  await atStripe(`/v1/webhook_endpoints/${before.webhook_id}`, { url: 'https://old.example.com/x' })
  await app.sql("update billing_webhooks set url = 'https://old.example.com/x'")
  const clientSecret = await open()
  await eventually(async () => (await setUpWebhooks())[0]?.url).toBe(url())
  const after = await registered()
  await eventually(() => endpoints()).toEqual([after.webhook_id])
  expect(after.webhook_id).not.toBe(before.webhook_id)
  await payWith(clientSecret)
  await eventually(() => status()).toBe('active')
})

test('a lost answer and concurrent registrations leave one webhook', async () => {
  await open()
  await registered()
  await app.sql('delete from billing_webhooks')
  await app.sql("delete from server_keys where name like 'billing-webhook:%'")
  await app.simulate('faults', { route: 'POST /v1/webhook_endpoints', kind: 'drop-after', count: 3 })
  const register = app.runners.find(({ name }) => name === 'subscription.webhook')!
  await register.run({ userId: ada.userId }).catch(() => undefined)
  const all = await Promise.allSettled(Array.from({ length: 4 }, () => register.run({ userId: ada.userId })))
  expect(all.map(({ status: how }) => how)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'fulfilled'])
  expect(await endpoints()).toEqual([(await registered()).webhook_id])
  await payWith(await open())
  await eventually(() => status()).toBe('active')
})

test('the secret is stored encrypted among the server’s keys, and only for the current account', async () => {
  await open()
  await registered()
  await app.sql("insert into billing_webhooks (account_id, url, webhook_id) values ('acct_former', 'https://a.example/x', 'we_1')")
  await app.sql("insert into server_keys (name, key_id, sealed) values ('billing-webhook:acct_former', 'k', 'x')")
  await app.sql("update billing_webhooks set url = 'https://moved.example/x'")
  await app.runners.find(({ name }) => name === 'subscription.webhook')!.run({ userId: ada.userId })
  expect((await setUpWebhooks()).map(({ account_id }) => account_id)).toEqual(['sandbox'])
  const keys = await app.sql<{ name: string; sealed: Buffer }>("select name, sealed from server_keys where name like 'billing-%'")
  expect(keys.map(({ name }) => name)).toEqual(['billing-webhook:sandbox'])
  expect(keys[0]!.sealed.toString('latin1')).not.toContain('whsec')
  expect(await secret()).toMatch(/^whsec_/)
})
