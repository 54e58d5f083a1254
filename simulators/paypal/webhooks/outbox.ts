import { createWebhookOutbox } from '#simulators/kit/webhook-outbox.ts'
import type { Context, WebhookEvent } from '#simulators/paypal/core/context.ts'
import { type Account, findById, type State, type WebhookDelivery } from '#simulators/paypal/core/state.ts'
import type { SigningKey } from './certificate.ts'
import { createSignature } from './signature.ts'

type Options = {
  state: State
  publicUrl: string
  certificateUrl(): string
  key: SigningKey
  changed(): void
  log(line: string): void
  observe(event: object): void
}

const buildEvent = (context: Context, { type, resourceType, summary, resource }: WebhookEvent) => {
  const id = context.ids.event()
  const self = `${context.origin()}/v1/notifications/webhooks-events/${id}`
  return {
    id,
    event_version: '1.0',
    create_time: new Date(context.now() * 1000).toISOString(),
    resource_type: resourceType,
    ...(resourceType === 'dispute' ? {} : { resource_version: '2.0' }),
    event_type: type,
    summary,
    resource,
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: `${self}/resend`, rel: 'resend', method: 'POST' },
    ],
  }
}

export const createPayPalOutbox = ({ state, publicUrl, certificateUrl, key, changed, log, observe }: Options) => {
  const outbox = createWebhookOutbox<WebhookDelivery, Account>({
    name: 'PayPal',
    state,
    publicUrl,
    changed,
    log,
    createMessage: async (account, delivery) => {
      const webhook = findById(account.webhooks, delivery.webhook)
      const event = account.events.find(({ id }) => id === delivery.event)
      if (!webhook || !event) return null
      // The real time, as the receiver compares it with its own clock; the simulator's clock may have been moved.
      const transmission = { transmissionId: delivery.id, time: new Date().toISOString().replace(/\.\d+Z$/, 'Z') }
      const { privateKey } = await key.get()
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'PayPal/AUHD-214.0-58736563',
        'paypal-transmission-id': transmission.transmissionId,
        'paypal-transmission-time': transmission.time,
        'paypal-transmission-sig': createSignature({ ...transmission, webhookId: webhook.id, body: event.body }, privateKey),
        'paypal-cert-url': certificateUrl(),
        'paypal-auth-algo': 'SHA256withRSA',
        'paypal-auth-version': 'v2',
      }
      return { url: webhook.url, headers, body: event.body }
    },
  })

  const emit = (context: Context, account: Account, event: WebhookEvent) => {
    const body = buildEvent(context, event)
    observe(body)
    account.events.push({ id: body.id, type: event.type, body: JSON.stringify(body) })
    for (const webhook of Object.values(account.webhooks)) {
      if (!webhook.eventTypes.some((name) => name === '*' || name === event.type)) continue
      outbox.enqueue(account, { id: context.ids.transmission(), event: body.id, type: event.type, webhook: webhook.id })
    }
    outbox.trim(account)
  }

  return { ...outbox, emit }
}
