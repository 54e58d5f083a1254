import { isLoopbackHost } from './http.ts'

export const webhookModes = ['deliver', 'hold', 'drop'] as const
type WebhookMode = (typeof webhookModes)[number]
const initialStatus = { deliver: 'waiting', hold: 'held', drop: 'dropped' } as const

export type Delivery = {
  id: string
  event: string
  status: 'waiting' | 'held' | 'dropped' | 'delivered' | 'failed'
  tries: number
  lastAnswer: string
}
type OutboxAccount<D extends Delivery> = { events: unknown[]; deliveries: D[] }
type Message = { url: string; headers: Record<string, string>; body: string }

type Options<A, D> = {
  name: string
  state: { accounts: Record<string, A> }
  /** Besides this machine, the only receiver. */
  publicUrl: string
  /** Null when the endpoint or event no longer exists. */
  createMessage(account: A, delivery: D): Message | null | Promise<Message | null>
  changed(): void
  log(line: string): void
}

/** Before each try, in milliseconds. A delivery has failed after the last one. */
const retryDelaysMs = [0, 500, 2_000, 10_000, 60_000, 300_000, 1_800_000]
const responseTimeoutMs = 10_000
const maxKept = 500

export const createWebhookOutbox = <D extends Delivery, A extends OutboxAccount<D>>(options: Options<A, D>) => {
  const { name, state, publicUrl, createMessage, changed, log } = options
  let mode: WebhookMode = 'deliver'
  const closing = new AbortController()
  const timers = new Set<NodeJS.Timeout>()

  /** `answer` is the HTTP status, or why there is none. */
  const post = async (account: A, delivery: D): Promise<{ ok: boolean; answer: string; isFinal?: boolean }> => {
    const message = await createMessage(account, delivery)
    if (!message) return { ok: false, isFinal: true, answer: 'the endpoint was deleted' }
    const url = new URL(message.url)
    if (url.origin !== publicUrl && !isLoopbackHost(url.host))
      return { ok: false, isFinal: true, answer: 'not sent: the simulator sends events only to this product' }
    try {
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: message.headers,
        body: message.body,
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(responseTimeoutMs)]),
      })
      await response.body?.cancel()
      return { ok: response.ok, answer: String(response.status) }
    } catch (error) {
      return { ok: false, answer: error instanceof Error ? error.message : String(error) }
    }
  }

  const attempt = async (account: A, delivery: D) => {
    const { ok, answer, isFinal } = await post(account, delivery)
    if (closing.signal.aborted) return
    delivery.tries += 1
    delivery.lastAnswer = answer
    if (ok) delivery.status = 'delivered'
    else if (isFinal || delivery.tries >= retryDelaysMs.length) delivery.status = 'failed'
    else if (delivery.status === 'waiting') schedule(account, delivery)
    if (!ok) log(`${name} simulator: webhook ${delivery.event}: ${answer} (${delivery.status})`)
    changed()
  }

  const schedule = (account: A, delivery: D) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      if (delivery.status === 'waiting') void attempt(account, delivery)
    }, retryDelaysMs[delivery.tries] ?? 0)
    timer.unref()
    timers.add(timer)
  }

  const stop = () => {
    for (const timer of timers) clearTimeout(timer)
    timers.clear()
  }

  return {
    enqueue: (account: A, delivery: Omit<D, 'status' | 'tries' | 'lastAnswer'>) => {
      const added = { ...delivery, status: initialStatus[mode], tries: 0, lastAnswer: '' } as unknown as D
      account.deliveries.push(added)
      if (added.status === 'waiting') schedule(account, added)
    },
    /** To be called after each event. */
    trim: (account: A) => {
      account.events.splice(0, Math.max(0, account.events.length - maxKept))
      account.deliveries.splice(0, Math.max(0, account.deliveries.length - maxKept))
      changed()
    },
    /** Whatever their status. An id that is given twice is sent twice. */
    deliverNow: async (ids: readonly string[]) => {
      for (const id of ids)
        for (const account of Object.values(state.accounts)) {
          const delivery = account.deliveries.find((candidate) => candidate.id === id)
          if (delivery) await attempt(account, delivery)
        }
    },
    setMode: (next: WebhookMode) => {
      mode = next
    },
    resume: () => {
      for (const account of Object.values(state.accounts))
        for (const delivery of account.deliveries) if (delivery.status === 'waiting') schedule(account, delivery)
    },
    stop,
    close: () => {
      closing.abort()
      stop()
    },
  }
}
export type WebhookOutbox = Pick<ReturnType<typeof createWebhookOutbox>, 'deliverNow' | 'setMode' | 'stop'>
