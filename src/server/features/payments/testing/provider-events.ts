import { expect } from 'vitest'
import { getWebhookContext } from '#server/platform/encryption/encrypted-columns.ts'
import type { ProviderName } from '#shared/payment-methods.ts'
import { derivePayPalKeys } from '#simulators/paypal/paypal-simulator.ts'
import { deriveStripeKeys } from '#simulators/stripe/stripe-simulator.ts'
import { createSignatureHeader } from '#simulators/stripe/webhooks/signature.ts'
import { ada, app } from './payment-fixture.ts'

// For tests that decide when a provider's events arrive, forge them, or act at the provider behind the app's back.

const plane = (provider: ProviderName) => (provider === 'stripe' ? app.simulate : app.simulatePayPal)
/** What happens to events from now on: they go out at once, wait for `deliver`, or get lost. */
export const setEventMode = async (mode: 'deliver' | 'hold' | 'drop') => {
  for (const provider of ['stripe', 'paypal'] as const) await plane(provider)('webhooks', { mode })
}

type Endpoint = { id: number; path: string; webhookId: string; keyId: string | null; sealed: Buffer | null }
/** Where events about a business are taken, as soon as its first payment page has had them asked for. */
export const findEndpoint = async (provider: ProviderName, userId = ada.userId): Promise<Endpoint> => {
  const read = () =>
    app.sql<Endpoint & { url: string }>(
      `select id, url, webhook_id as "webhookId", key_id as "keyId", sealed_secret as sealed from webhook_endpoints
       where user_id = $1 and provider = $2 and webhook_id is not null`,
      [userId, provider],
    )
  await expect.poll(async () => (await read()).length, { timeout: 15_000 }).toBe(1)
  const [row] = await read()
  return { ...row!, path: new URL(row!.url).pathname }
}

type Delivery = { id: string; event: string; type?: string; endpoint?: string; webhook?: string; status: string; lastAnswer: string }
type Dump = { accounts: Record<string, { events: { id: string; type: string }[]; deliveries: Delivery[] }> }
/** The events that the provider has for a business, oldest first, with what was answered to each. */
export const deliveries = async (provider: ProviderName, userId = ada.userId) => {
  const { webhookId } = await findEndpoint(provider, userId)
  const { accounts } = await plane(provider)<Dump>('dump')
  return Object.values(accounts).flatMap(({ events, deliveries }) =>
    deliveries
      .filter(({ endpoint, webhook }) => (endpoint ?? webhook) === webhookId)
      .map(({ id, event, status, lastAnswer }) => ({ id, event, status, lastAnswer, type: events.find((one) => one.id === event)!.type })),
  )
}
/** Sends these events, in this order, each as often as it is named. @returns what was answered to each of them at last */
export const deliver = async (provider: ProviderName, ...which: { id: string }[]) => {
  await plane(provider)('webhooks/deliver', { deliveries: which.map(({ id }) => id) })
  const after = await deliveries(provider)
  return which.map(({ id }) => after.find((one) => one.id === id)!.lastAnswer)
}
/** Those of the type. */
export const findEvents = async (provider: ProviderName, type: string) =>
  (await deliveries(provider)).findLast((delivery) => delivery.type === type)!

/** The secret that the card provider signs a business's events with. */
export const readWebhookSecret = async (userId = ada.userId): Promise<string> => {
  const { id, keyId, sealed } = await findEndpoint('stripe', userId)
  return app.secrets.decrypt({ keyId: keyId!, sealed: sealed! }, getWebhookContext(userId, id))
}
export const nowSeconds = () => Math.floor(Date.now() / 1000)
/** Posts a card provider's event as it would come, signed with this secret at this time (unix seconds). */
export const post = async (path: string, body: string, secret: string | null, at = nowSeconds()) =>
  app.send(null, 'POST', path, body, secret === null ? {} : { 'stripe-signature': createSignatureHeader(body, [secret], at) })
let posted = 0
/** A card provider's event about an object. */
export const buildEvent = (object: object, type = 'checkout.session.completed') =>
  JSON.stringify({ id: `evt_made_${++posted}`, object: 'event', type, data: { object } })
/** How many events of a business have been noted. */
export const countRecordedEvents = async (userId = ada.userId) =>
  (await app.sql<{ count: number }>('select count(*)::int as count from webhook_events where user_id = $1', [userId]))[0]!.count

/** Asks the card provider with the sandbox's own key, as the business may on its dashboard; with parameters it does something. */
export const atStripe = async (path: string, params?: Record<string, string>) => {
  const { secretKey } = deriveStripeKeys(`business ${ada.userId}`)
  const headers = { authorization: `Bearer ${secretKey}` }
  const reply = await fetch(
    app.providers.stripe + path,
    params ? { method: 'POST', headers, body: new URLSearchParams(params) } : { headers },
  )
  expect(reply.status).toBe(200)
  return (await reply.json()) as { id: string; url: string; payment_intent: string }
}
/** Does something at the wallet's provider. */
export const atPayPal = async (path: string, body: object = {}) => {
  const { clientId, clientSecret } = derivePayPalKeys(`business ${ada.userId}`)
  const signIn = await fetch(`${app.providers.paypal}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  const { access_token } = (await signIn.json()) as { access_token: string }
  const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
  const reply = await fetch(app.providers.paypal + path, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(reply.status).toBeLessThan(300)
}

/** Does at once what waits in the queue for its time, instead of the worker. @returns after how many minutes each would have been done */
const runWaiting = async (job: string, keys: string): Promise<number[]> => {
  const jobs = await app.sql<{ payload: object; minutes: number }>(
    `delete from graphile_worker._private_jobs where key like $2 and (payload ->> 'userId')::int = $1
     returning payload, round(extract(epoch from run_at - now()) / 60)::int as minutes`,
    [ada.userId, keys],
  )
  for (const { payload } of jobs) await app.runners.find(({ name }) => name === job)!.run(payload)
  return jobs.map(({ minutes }) => minutes)
}
/** Has those who look after attempts by themselves look now, as when their time has come. */
export const runAttemptChecks = () => runWaiting('payments.check', 'check-%')
/** Has refunds that nobody has answered asked for again. */
export const runRefundJobs = () => runWaiting('payments.refund', 'refund-%')
