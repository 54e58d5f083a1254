import { expect } from 'vitest'
import { readWebhookSecret } from '#features/subscription/register-webhook.job.ts'
import { createSignatureHeader } from '#simulators/stripe/webhooks/outbox.ts'
import { app, row } from './subscription-fixture.ts'

// For tests that decide when events of the product's own account arrive, or forge them.

export const path = '/api/webhooks/stripe-platform'
export const url = () => `${app.origin}${path}`
const eventually = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 15_000 })

type Delivery = { id: string; event: string; endpoint: string; status: string; lastAnswer: string }
type Dump = {
  accounts: Record<
    string,
    {
      events: { id: string; type: string; body: { data: { object: { customer?: string } } } }[]
      deliveries: Delivery[]
      objects: { webhook_endpoint: Record<string, { url: string }> }
    }
  >
}
export const setUpWebhooks = () =>
  app.sql<{ account_id: string; url: string; webhook_id: string }>('select account_id, url, webhook_id from billing_webhooks')
/** The webhooks of the product's account, by id. */
export const endpoints = async () => {
  const { accounts } = await app.simulate<Dump>('dump')
  return Object.values(accounts)
    .flatMap(({ objects }) => Object.entries(objects.webhook_endpoint))
    .filter(([, endpoint]) => endpoint.url.includes('stripe-platform') || endpoint.url.includes('old.example.com'))
    .map(([id]) => id)
}
export const registered = async () => {
  await eventually(async () => (await setUpWebhooks()).length).toBe(1)
  return (await setUpWebhooks())[0]!
}
/** The deliveries about the test's customer, oldest first, with the answer to each. */
export const deliveries = async () => {
  const { customer } = await row()
  const { accounts } = await app.simulate<Dump>('dump')
  return Object.values(accounts).flatMap(({ events, deliveries }) =>
    deliveries.flatMap(({ id, event, status: how, lastAnswer }) => {
      const found = events.find((one) => one.id === event)
      return found?.body.data.object.customer === customer ? [{ id, event, type: found.type, how, lastAnswer }] : []
    }),
  )
}
export const deliver = async (ids: string[]) => app.simulate('webhooks/deliver', { deliveries: ids })
export const seen = async (ids: string[]) =>
  (await app.sql<{ event_id: string }>('select event_id from billing_events where event_id = any($1)', [ids])).length
export const countRecordedEvents = async () =>
  (await app.sql<{ count: number }>('select count(*)::int as count from billing_events'))[0]!.count

export const secret = async () => (await app.database.asNobody((db) => readWebhookSecret(db, app.secrets, 'sandbox')))!
let made = 0
export const event = (object: object, type = 'customer.subscription.updated') =>
  JSON.stringify({ id: `evt_made_${++made}`, object: 'event', type, data: { object } })
export const post = async (body: string, signed: string | null, at = Math.floor(Date.now() / 1000)) =>
  app.send(null, 'POST', path, body, signed === null ? {} : { 'stripe-signature': createSignatureHeader(body, [signed], at) })
export const readCheckedAt = async () => (await row()).checked?.getTime()
