import { afterEach, expect } from 'vitest'
import { ada, app, invoice, stored } from './payment-fixture.ts'

// For tests of webhooks: registrations, deliveries and stored events.

/** To be called once by each test file, after `setUpPayments()`. */
export const setUpWebhooks = () =>
  afterEach(async () => {
    app.setNow(new Date())
    for (const simulate of [app.simulate, app.simulatePayPal]) await simulate('webhooks', { mode: 'deliver' })
  })

export type Endpoint = { id: number; provider: string; account_id: string; token: string; url: string; webhook_id: string | null }
export const endpoints = (userId = ada.userId) =>
  app.sql<Endpoint>('select * from webhook_endpoints where user_id = $1 order by provider desc', [userId])
/** A provider's endpoint, once it is registered. */
export const registered = async (provider = 'stripe') => {
  await expect
    .poll(async () => (await endpoints()).find((each) => each.provider === provider)?.webhook_id ?? null, { timeout: 20_000 })
    .not.toBeNull()
  return (await endpoints()).find((each) => each.provider === provider)!
}
export const seen = () =>
  app.sql<{ event_id: string; type: string; handled: boolean }>(
    'select event_id, type, handled_at is not null as handled from webhook_events where user_id = $1 order by received_at',
    [ada.userId],
  )
export const status = async (id = invoice.id) => (await stored(id))?.status
export const eventually = (look: () => Promise<unknown>): ReturnType<typeof expect.poll> => expect.poll(look, { timeout: 20_000 })
export const post = (path: string, body = '{"id":"evt_1"}', headers: Record<string, string> = {}) =>
  app.send(null, 'POST', path, body, { 'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`, ...headers })

export type Delivery = { id: string; event: string; type: string; status: string; tries: number; lastAnswer: string | null }
export type Dump = { accounts: Record<string, { deliveries: Delivery[]; objects?: { webhook_endpoint: Record<string, { url: string }> } }> }
/** The deliveries of Stripe's simulator to a webhook. */
export const deliveries = async (webhookId: string): Promise<Delivery[]> => {
  const { accounts } = await app.simulate<Dump>('dump')
  return Object.values(accounts).flatMap((account) => (account.objects?.webhook_endpoint[webhookId] ? account.deliveries : []))
}
