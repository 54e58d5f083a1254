import { isLoopbackHost } from '#simulators/kit/http.ts'
import type { Announcement, World } from '#simulators/paypal/core/context.ts'
import { type Account, type Delivery, own, type State } from '#simulators/paypal/core/state.ts'
import type { SigningKey } from './certificate.ts'
import { createSignature } from './signature.ts'

/** What happens to new events: sent at once, kept until released by hand, or lost. */
export type WebhookMode = 'deliver' | 'hold' | 'drop'

/** Waits before each try; after the last one the delivery has failed. */
const waitsMs = [0, 500, 2_000, 10_000, 60_000, 300_000, 1_800_000]
const answerTimeoutMs = 10_000
const kept = 500

type Options = {
  state: State
  publicUrl: string
  certificateUrl(): string
  key: SigningKey
  changed(): void
  log(line: string): void
  observe(event: object): void
}

const eventBody = (world: World, { type, resourceType, summary, resource }: Announcement) => {
  const id = world.ids.event()
  const self = `${world.origin()}/v1/notifications/webhooks-events/${id}`
  return {
    id,
    event_version: '1.0',
    create_time: new Date(world.now() * 1000).toISOString(),
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

/** Sends events to the apps' webhooks, signed, until each has answered 2xx or the tries are used up. */
export const webhookOutbox = ({ state, publicUrl, certificateUrl, key, changed, log, observe }: Options) => {
  let mode: WebhookMode = 'deliver'
  const closing = new AbortController()
  const timers = new Set<NodeJS.Timeout>()

  /** One try. The answer is a short text for the dump: a status or why there was none. */
  const post = async (account: Account, delivery: Delivery): Promise<{ ok: boolean; answer: string; final?: boolean }> => {
    const webhook = own(account.webhooks, delivery.webhook)
    const event = account.events.find(({ id }) => id === delivery.event)
    if (!webhook || !event) return { ok: false, final: true, answer: 'the webhook was deleted' }
    const url = new URL(webhook.url)
    if (url.origin !== publicUrl && !isLoopbackHost(url.host))
      return { ok: false, final: true, answer: 'not sent: the sandbox sends events only to this product' }
    // The receiver compares the time with its own clock, which a moved sandbox clock must not disturb.
    const transmission = { transmissionId: delivery.id, time: new Date().toISOString().replace(/\.\d+Z$/, 'Z') }
    const { privateKey } = await key.get()
    try {
      const answer = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'PayPal/AUHD-214.0-58736563',
          'paypal-transmission-id': transmission.transmissionId,
          'paypal-transmission-time': transmission.time,
          'paypal-transmission-sig': createSignature({ ...transmission, webhookId: webhook.id, body: event.body }, privateKey),
          'paypal-cert-url': certificateUrl(),
          'paypal-auth-algo': 'SHA256withRSA',
          'paypal-auth-version': 'v2',
        },
        body: event.body,
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(answerTimeoutMs)]),
      })
      await answer.body?.cancel()
      return { ok: answer.ok, answer: String(answer.status) }
    } catch (error) {
      return { ok: false, answer: error instanceof Error ? error.message : String(error) }
    }
  }

  const attempt = async (account: Account, delivery: Delivery) => {
    const result = await post(account, delivery)
    if (closing.signal.aborted) return
    delivery.tries += 1
    delivery.lastAnswer = result.answer
    if (result.ok) delivery.status = 'delivered'
    else if (result.final || delivery.tries >= waitsMs.length) delivery.status = 'failed'
    else if (delivery.status === 'waiting') schedule(account, delivery)
    if (!result.ok) log(`PayPal sandbox webhook ${delivery.type} ${delivery.event}: ${result.answer} (${delivery.status})`)
    changed()
  }

  const schedule = (account: Account, delivery: Delivery) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      if (delivery.status === 'waiting') void attempt(account, delivery)
    }, waitsMs[delivery.tries] ?? 0)
    timer.unref()
    timers.add(timer)
  }

  const stop = () => {
    for (const timer of timers) clearTimeout(timer)
    timers.clear()
  }

  const emit = (world: World, account: Account, announced: Announcement) => {
    const body = eventBody(world, announced)
    observe(body)
    account.events.push({ id: body.id, type: announced.type, body: JSON.stringify(body) })
    for (const webhook of Object.values(account.webhooks)) {
      if (!webhook.eventTypes.some((wanted) => wanted === '*' || wanted === announced.type)) continue
      const status = mode === 'deliver' ? 'waiting' : mode === 'hold' ? 'held' : 'dropped'
      const id = world.ids.transmission()
      const delivery: Delivery = { id, event: body.id, type: announced.type, webhook: webhook.id, status, tries: 0, lastAnswer: '' }
      account.deliveries.push(delivery)
      if (status === 'waiting') schedule(account, delivery)
    }
    account.events.splice(0, Math.max(0, account.events.length - kept))
    account.deliveries.splice(0, Math.max(0, account.deliveries.length - kept))
    changed()
  }

  /** Sends the named deliveries one after another, in that order, whatever their status; naming one twice sends it twice. */
  const deliverNow = async (ids: readonly string[]) => {
    for (const id of ids)
      for (const account of Object.values(state.accounts)) {
        const delivery = account.deliveries.find((candidate) => candidate.id === id)
        if (delivery) await attempt(account, delivery)
      }
  }

  return {
    emit,
    deliverNow,
    setMode: (next: WebhookMode) => {
      mode = next
    },
    /** Takes up what an earlier run left unsent. */
    resume: () => {
      for (const account of Object.values(state.accounts))
        for (const delivery of account.deliveries) if (delivery.status === 'waiting') schedule(account, delivery)
    },
    /** Forgets the tries that are still to come. */
    stop,
    close: () => {
      closing.abort()
      stop()
    },
  }
}
export type WebhookOutbox = ReturnType<typeof webhookOutbox>
