import { createHmac } from 'node:crypto'
import type Stripe from 'stripe'
import { createWebhookOutbox } from '#simulators/kit/webhook-outbox.ts'
import type { Ids } from '#simulators/stripe/core/ids.ts'
import type { Account, AnyObject, EndpointDelivery, State, StoredEvent } from '#simulators/stripe/core/state.ts'
import { listValidSecrets } from './secrets.ts'

const defaultApiVersion = '2026-10-28.endive'

type Options = {
  state: State
  ids: Ids
  publicUrl: string
  now(): number
  changed(): void
  log(line: string): void
  observe(event: object): void
}

const buildEvent = (account: Account, event: StoredEvent, endpoint: Stripe.WebhookEndpoint) => ({
  id: event.id,
  object: 'event',
  api_version: endpoint.api_version ?? defaultApiVersion,
  created: event.created,
  data: event.body.data,
  livemode: account.livemode,
  pending_webhooks: account.deliveries.filter((delivery) => delivery.event === event.id && delivery.status === 'waiting').length,
  request: event.body.request,
  type: event.type,
})

/** HMAC-SHA256 of `<unix seconds>.<body>` with each of the valid secrets. */
export const createSignatureHeader = (body: string, secrets: readonly string[], unixSeconds: number) =>
  [
    `t=${unixSeconds}`,
    ...secrets.map((secret) => `v1=${createHmac('sha256', secret).update(`${unixSeconds}.${body}`).digest('hex')}`),
  ].join(',')

export const createStripeOutbox = ({ state, ids, publicUrl, now, changed, log, observe }: Options) => {
  const outbox = createWebhookOutbox<EndpointDelivery, Account>({
    name: 'Stripe',
    state,
    publicUrl,
    changed,
    log,
    createMessage: (account, delivery) => {
      const endpoint = account.objects.webhook_endpoint[delivery.endpoint]
      const event = account.events.find(({ id }) => id === delivery.event)
      const secrets = listValidSecrets(account, delivery.endpoint, now())
      if (!endpoint || !event || secrets.length === 0) return null
      const body = JSON.stringify(buildEvent(account, event, endpoint))
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        // The real time, as the receiver compares it with its own clock; the simulator's clock may have been moved.
        'stripe-signature': createSignatureHeader(body, secrets, Math.floor(Date.now() / 1000)),
      }
      return { url: endpoint.url, headers, body }
    },
  })

  const emit = (account: Account, type: string, object: AnyObject, previous?: object) => {
    const data = { object: structuredClone(object), ...(previous ? { previous_attributes: previous } : {}) }
    const event: StoredEvent = { id: ids.newId('evt_'), type, created: now(), body: { data, request: { id: null, idempotency_key: null } } }
    account.events.push(event)
    for (const endpoint of Object.values(account.objects.webhook_endpoint)) {
      if (endpoint.status !== 'enabled' || !endpoint.enabled_events.some((name) => name === '*' || name === type)) continue
      observe(buildEvent(account, event, endpoint))
      outbox.enqueue(account, { id: ids.newId('del_'), event: event.id, endpoint: endpoint.id })
    }
    outbox.trim(account)
  }

  return { ...outbox, emit }
}
