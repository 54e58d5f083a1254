import { setTimeout as sleep } from 'node:timers/promises'
import { ProviderError } from '#server/domain/payments/provider-error.ts'
import { instrument } from '#server/platform/telemetry/instrumentation.ts'

export type PayPalRequest = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  headers: Record<string, string>
  body?: string
}

/** `tries` includes the first one. */
export type RetryOptions = { tries?: number; timeoutMs?: number }

export type PayPalResponse = {
  status: number
  /** The id by which PayPal's support finds the call. */
  debugId: string | null
  json: unknown
}

const defaultTimeoutMs = 15_000
/** Far above any answer to these calls. */
const maxBytes = 1_000_000
const retryDelaysMs = [300, 1_000]
const maxDelayMs = 5_000
/** No retry starts later than this after the first try. */
const maxTotalMs = 20_000

/** `retryMs` is null when a retry is useless. */
type Failure = { error: ProviderError; retryMs: number | null }

/** Repeats the request after a connection error, a 5xx, 409 or 429: a GET or one with an idempotency key. @throws ProviderError */
export const send = (origin: string, request: PayPalRequest, options: RetryOptions = {}): Promise<PayPalResponse> => {
  const call = `${request.method} ${withoutIds(request.path)}`
  return instrument('provider', { name: 'paypal', call }, () => sendWithRetries(origin, request, options))
}

/** For metrics: 'v2/checkout/orders/:id'. */
const withoutIds = (path: string) =>
  (path.split('?')[0] ?? '')
    .split('/')
    .map((part) => (/^[a-z0-9-]*$/.test(part) && !/\d{3}/.test(part) ? part : ':id'))
    .join('/')

const sendWithRetries = async (origin: string, request: PayPalRequest, options: RetryOptions): Promise<PayPalResponse> => {
  const { tries = retryDelaysMs.length + 1, timeoutMs = defaultTimeoutMs } = options
  const startedAt = performance.now()
  for (let tried = 1; ; tried++) {
    const outcome = await sendOnce(origin, request, timeoutMs, retryDelaysMs[tried - 1] ?? maxDelayMs)
    if (!('error' in outcome)) return outcome
    const { error, retryMs } = outcome
    if (retryMs === null || tried >= tries || performance.now() - startedAt + retryMs > maxTotalMs) throw error
    await sleep(retryMs)
  }
}

const sendOnce = async (origin: string, request: PayPalRequest, timeoutMs: number, retryMs: number): Promise<PayPalResponse | Failure> => {
  const { method, path, headers, body } = request
  let response: Response
  let text: string | null
  try {
    response = await fetch(origin + path, {
      method,
      headers: { accept: 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    text = await readBody(response)
  } catch (cause) {
    return { error: new ProviderError(`PayPal can't be reached at the moment: ${describeCause(cause)}`, { cause }), retryMs }
  }
  const { status } = response
  const debugId = response.headers.get('paypal-debug-id')
  const answered = `PayPal answered with status ${status}${debugId ? ` (reference ${debugId})` : ''}`
  if (text === null) return { error: new ProviderError(`${answered} and far more text than expected`), retryMs: null }
  if (status >= 300 && status < 400) return { error: new ProviderError(`${answered}: its address leads elsewhere`), retryMs: null }
  if (status === 429) return { error: new ProviderError(`${answered}: too many calls at once`), retryMs: getRetryAfterMs(response) }
  if (status === 409) return { error: new ProviderError(`${answered}: it is at work on the same already`), retryMs }
  if (status >= 500) return { error: new ProviderError(`${answered}: it has trouble of its own`), retryMs }
  return { status, debugId, json: parseJson(text) }
}

/** Null when the body is too long; the rest isn't read. */
const readBody = async (response: Response): Promise<string | null> => {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > maxBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Null when the delay that a 429 asks for is too long to wait. */
const getRetryAfterMs = (response: Response): number | null => {
  const header = response.headers.get('retry-after')
  const seconds = header && /^\d{1,6}$/.test(header) ? Number(header) : 1
  return seconds * 1000 <= maxDelayMs ? Math.max(seconds * 1000, 100) : null
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const describeCause = (cause: unknown): string => {
  const { name, message, cause: deeper } = cause as Error & { cause?: { code?: string; message?: string } }
  return name === 'TimeoutError' ? 'it took too long to answer' : (deeper?.code ?? deeper?.message ?? message)
}
