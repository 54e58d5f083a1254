import { expect } from 'vitest'
import { getWebhookContext } from '#server/platform/encryption/encrypted-columns.ts'
import type { ProviderName } from '#shared/payment-methods.ts'
import { derivePayPalKeys } from '#simulators/paypal/paypal-simulator.ts'
import { deriveStripeKeys } from '#simulators/stripe/stripe-simulator.ts'
import { createSignatureHeader } from '#simulators/stripe/webhooks/outbox.ts'
import { ada, app } from './payment-fixture.ts'

// For tests that decide when events arrive, forge them, or act at the provider without the app.

const control = (provider: ProviderName) => (provider === 'stripe' ? app.simulate : app.simulatePayPal)
/** Whether further events are delivered immediately, held until `deliver`, or dropped. */
export const setEventMode = async (mode: 'deliver' | 'hold' | 'drop') => {
  for (const provider of ['stripe', 'paypal'] as const) await control(provider)('webhooks', { mode })
}

type Endpoint = { id: number; path: string; webhookId: string; keyId: string | null; sealed: Buffer | null }
/** A business's webhook endpoint, once it is registered. */
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
/** A provider's deliveries for a business, oldest first, with the last answer to each. */
export const deliveries = async (provider: ProviderName, userId = ada.userId) => {
  const { webhookId } = await findEndpoint(provider, userId)
  const { accounts } = await control(provider)<Dump>('dump')
  return Object.values(accounts).flatMap(({ events, deliveries }) =>
    deliveries
      .filter(({ endpoint, webhook }) => (endpoint ?? webhook) === webhookId)
      .map(({ id, event, status, lastAnswer }) => ({ id, event, status, lastAnswer, type: events.find((one) => one.id === event)!.type })),
  )
}
/** Delivers these events in this order, each as often as it is listed. @returns the last answer to each */
export const deliver = async (provider: ProviderName, ...which: { id: string }[]) => {
  await control(provider)('webhooks/deliver', { deliveries: which.map(({ id }) => id) })
  const after = await deliveries(provider)
  return which.map(({ id }) => after.find((one) => one.id === id)!.lastAnswer)
}
/** The last delivery of this type. */
export const findEvents = async (provider: ProviderName, type: string) =>
  (await deliveries(provider)).findLast((delivery) => delivery.type === type)!

/** The secret of a business's Stripe webhook. */
export const readWebhookSecret = async (userId = ada.userId): Promise<string> => {
  const { id, keyId, sealed } = await findEndpoint('stripe', userId)
  return app.secrets.decrypt({ keyId: keyId!, sealed: sealed! }, getWebhookContext(userId, id))
}
export const nowSeconds = () => Math.floor(Date.now() / 1000)
/** Posts an event as Stripe would. @param secret signs it; null for no signature @param at time of the signature, in Unix seconds */
export const post = async (path: string, body: string, secret: string | null, at = nowSeconds()) =>
  app.send(null, 'POST', path, body, secret === null ? {} : { 'stripe-signature': createSignatureHeader(body, [secret], at) })
let posted = 0
/** The body of a Stripe event. */
export const buildEvent = (object: object, type = 'checkout.session.completed') =>
  JSON.stringify({ id: `evt_made_${++posted}`, object: 'event', type, data: { object } })
/** How many events of a business are stored. */
export const countRecordedEvents = async (userId = ada.userId) =>
  (await app.sql<{ count: number }>('select count(*)::int as count from webhook_events where user_id = $1', [userId]))[0]!.count

/** Calls Stripe's simulator with the business's key: a POST with parameters, else a GET. */
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
/** Calls PayPal's simulator with the business's keys. */
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

/** Runs scheduled jobs immediately. @returns in how many minutes each was due */
const runWaiting = async (job: string, keys: string): Promise<number[]> => {
  const jobs = await app.sql<{ payload: object; minutes: number }>(
    `delete from graphile_worker._private_jobs where key like $2 and (payload ->> 'userId')::int = $1
     returning payload, round(extract(epoch from run_at - now()) / 60)::int as minutes`,
    [ada.userId, keys],
  )
  for (const { payload } of jobs) await app.runners.find(({ name }) => name === job)!.run(payload)
  return jobs.map(({ minutes }) => minutes)
}
/** Runs the scheduled checks of attempts. */
export const runAttemptChecks = () => runWaiting('payments.check', 'check-%')
/** Runs the jobs of unanswered refunds. */
export const runRefundJobs = () => runWaiting('payments.refund', 'refund-%')
