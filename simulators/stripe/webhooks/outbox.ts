import type Stripe from 'stripe'
import { isLoopbackHost } from '#simulators/kit/http.ts'
import type { Ids } from '#simulators/stripe/core/ids.ts'
import type { Account, AnyObject, Delivery, State, StoredEvent } from '#simulators/stripe/core/state.ts'
import { validSecrets } from './secrets.ts'
import { signatureHeader } from './signature.ts'

/** What happens to new events: sent at once, kept until released by hand, or lost. */
export type WebhookMode = 'deliver' | 'hold' | 'drop'

/** Waits before each try; after the last one the delivery has failed. */
const waitsMs = [0, 500, 2_000, 10_000, 60_000, 300_000, 1_800_000]
const answerTimeoutMs = 10_000
const keptEvents = 500
const defaultApiVersion = '2026-10-28.endive'

type Options = {
  state: () => State
  ids: Ids
  publicUrl: string
  now(): number
  changed(): void
  log(line: string): void
  observe(event: object): void
}

/** Sends events to the accounts' endpoints, signed, until each has answered 2xx or the tries are used up. */
export const webhookOutbox = ({ state, ids, publicUrl, now, changed, log, observe }: Options) => {
  let mode: WebhookMode = 'deliver'
  const closing = new AbortController()
  const timers = new Set<NodeJS.Timeout>()

  const eventBody = (account: Account, event: StoredEvent, endpoint: Stripe.WebhookEndpoint) => ({
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

  /** One try. The answer is a short text for the dump: a status or why there was none. */
  const post = async (account: Account, delivery: Delivery): Promise<{ ok: boolean; answer: string; final?: boolean }> => {
    const endpoint = account.objects.webhook_endpoint[delivery.endpoint]
    const event = account.events.find((candidate) => candidate.id === delivery.event)
    const secrets = validSecrets(account, delivery.endpoint, now())
    if (!endpoint || !event || secrets.length === 0) return { ok: false, final: true, answer: 'the endpoint was deleted' }
    const url = new URL(endpoint.url)
    if (url.origin !== new URL(publicUrl).origin && !isLoopbackHost(url.host))
      return { ok: false, final: true, answer: 'not sent: the sandbox sends events only to this product' }
    const body = JSON.stringify(eventBody(account, event, endpoint))
    try {
      const answer = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          // The receiver compares this with its own clock, which a moved sandbox clock must not disturb.
          'stripe-signature': signatureHeader(body, secrets, Math.floor(Date.now() / 1000)),
        },
        body,
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
    if (!result.ok) log(`card sandbox webhook ${delivery.event} to ${delivery.endpoint}: ${result.answer} (${delivery.status})`)
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

  const emit = (account: Account, type: string, object: AnyObject, previous?: object) => {
    const event: StoredEvent = {
      id: ids.newId('evt_'),
      type,
      created: now(),
      body: {
        data: { object: structuredClone(object), ...(previous ? { previous_attributes: previous } : {}) },
        request: { id: null, idempotency_key: null },
      },
    }
    account.events.push(event)
    for (const endpoint of Object.values(account.objects.webhook_endpoint)) {
      if (endpoint.status !== 'enabled' || !endpoint.enabled_events.some((wanted) => wanted === '*' || wanted === type)) continue
      observe(eventBody(account, event, endpoint))
      const status = mode === 'deliver' ? 'waiting' : mode === 'hold' ? 'held' : 'dropped'
      const delivery: Delivery = { id: ids.newId('del_'), event: event.id, endpoint: endpoint.id, status, tries: 0, lastAnswer: '' }
      account.deliveries.push(delivery)
      if (status === 'waiting') schedule(account, delivery)
    }
    account.events.splice(0, Math.max(0, account.events.length - keptEvents))
    account.deliveries.splice(0, Math.max(0, account.deliveries.length - keptEvents))
    changed()
  }

  /** Sends the named deliveries one after another, in that order, whatever their status; naming one twice sends it twice. */
  const deliverNow = async (ids: readonly string[]) => {
    for (const id of ids)
      for (const account of Object.values(state().accounts)) {
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
      for (const account of Object.values(state().accounts))
        for (const delivery of account.deliveries) if (delivery.status === 'waiting') schedule(account, delivery)
    },
    /** Forgets the tries that are still to come. */
    stop: () => {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
    close: () => {
      closing.abort()
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}
export type WebhookOutbox = ReturnType<typeof webhookOutbox>
