import { setTimeout as pause } from 'node:timers/promises'
import { ProviderError } from '#server/domain/payments/provider.ts'
import { instrument } from '#server/platform/telemetry/instrumentation.ts'

export type PayPalRequest = {
  method: 'GET' | 'POST' | 'DELETE'
  /** Begins with '/'; made by `paths.ts`. */
  path: string
  headers: Record<string, string>
  body?: string
}

/** How patient a call is. `tries` counts the first one. */
export type RetryOptions = { tries?: number; timeoutMs?: number }

export type PayPalResponse = {
  status: number
  /** What PayPal's support asks for. */
  debugId: string | null
  /** Of a JSON answer; undefined when there was none, or something else. */
  json: unknown
}

const timeoutMs = 15_000
/** Far more than any answer that is asked for here. */
const maxBytes = 1_000_000
const pausesMs = [300, 1_000]
const longestPauseMs = 5_000
/** Nobody waits for a page any longer, so no new try begins after it. */
const patienceMs = 20_000

/** Waited for before the next try; null when it isn't worth one. */
type Failure = { error: ProviderError; pauseMs: number | null }

/**
 * Sends one request, and again after a break in the line, a fault of theirs or a plea to slow down. So every request must be one that
 * may arrive twice: a reading one, or one with an idempotency key.
 * @returns every answer below 500 but redirects, 409 and 429
 * @throws ProviderError when there is no answer, or none of a usable size
 */
export const send = (origin: string, request: PayPalRequest, patience: RetryOptions = {}): Promise<PayPalResponse> =>
  instrument('provider', { name: 'paypal', call: `${request.method} ${withoutIds(request.path)}` }, () =>
    sendPatiently(origin, request, patience),
  )

/** What is called, whatever about: 'v2/checkout/orders/:id'. */
const withoutIds = (path: string) =>
  (path.split('?')[0] ?? '')
    .split('/')
    .map((part) => (/^[a-z0-9-]*$/.test(part) && !/\d{3}/.test(part) ? part : ':id'))
    .join('/')

const sendPatiently = async (origin: string, request: PayPalRequest, patience: RetryOptions): Promise<PayPalResponse> => {
  const startedAt = performance.now()
  for (let tried = 1; ; tried++) {
    const outcome = await sendOnce(origin, request, patience.timeoutMs ?? timeoutMs, pausesMs[tried - 1] ?? longestPauseMs)
    if (!('error' in outcome)) return outcome
    const { error, pauseMs } = outcome
    if (pauseMs === null || tried >= (patience.tries ?? pausesMs.length + 1) || performance.now() - startedAt + pauseMs > patienceMs)
      throw error
    await pause(pauseMs)
  }
}

const sendOnce = async (origin: string, request: PayPalRequest, limitMs: number, pauseMs: number): Promise<PayPalResponse | Failure> => {
  const { method, path, headers, body } = request
  let response: Response
  let text: string | null
  try {
    response = await fetch(origin + path, {
      method,
      headers: { accept: 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(limitMs),
    })
    text = await readBounded(response)
  } catch (cause) {
    return { error: new ProviderError(`PayPal can't be reached at the moment: ${reasonOf(cause)}`, { cause }), pauseMs }
  }
  const { status } = response
  const debugId = response.headers.get('paypal-debug-id')
  const said = `PayPal answered with status ${status}${debugId ? ` (reference ${debugId})` : ''}`
  if (text === null) return { error: new ProviderError(`${said} and far more text than expected`), pauseMs: null }
  if (status >= 300 && status < 400) return { error: new ProviderError(`${said}: its address leads elsewhere`), pauseMs: null }
  if (status === 429) return { error: new ProviderError(`${said}: too many calls at once`), pauseMs: askedPause(response) }
  if (status === 409) return { error: new ProviderError(`${said}: it is at work on the same already`), pauseMs }
  if (status >= 500) return { error: new ProviderError(`${said}: it has trouble of its own`), pauseMs }
  return { status, debugId, json: jsonOf(text) }
}

/** The body as text; null when it is too long, of which no more is read then. */
const readBounded = async (response: Response): Promise<string | null> => {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > maxBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** How long a 429 asks to wait; null when that is longer than anybody here would. */
const askedPause = (response: Response): number | null => {
  const asked = response.headers.get('retry-after')
  const seconds = asked && /^\d{1,6}$/.test(asked) ? Number(asked) : 1
  return seconds * 1000 <= longestPauseMs ? Math.max(seconds * 1000, 100) : null
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const reasonOf = (cause: unknown): string => {
  const { name, message, cause: deeper } = cause as Error & { cause?: { code?: string; message?: string } }
  return name === 'TimeoutError' ? 'it took too long to answer' : (deeper?.code ?? deeper?.message ?? message)
}
