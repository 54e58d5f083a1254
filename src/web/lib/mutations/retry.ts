import { ApiError, NoResponseError } from '#web/lib/api/client.ts'
import { whenReachable } from '#web/lib/api/connection.ts'

/** 128 random bits as hex. Works on plain http, where `crypto.randomUUID` doesn't exist. */
export const createIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Whether the server made the change is unknown. */
export class WaitCanceledError extends Error {
  constructor() {
    super('The user stopped waiting.')
    this.name = 'WaitCanceledError'
  }
}

const slowAfterMs = 5000
const firstPauseMs = 500
const longestPauseMs = 8000

/** A proxy's error page while the server is down counts as no response. */
const isUnanswered = (error: unknown) =>
  error instanceof NoResponseError || (error instanceof ApiError && error.body === undefined && [502, 503, 504].includes(error.status))

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const over = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', over)
      resolve()
    }
    const timer = setTimeout(over, ms)
    signal.addEventListener('abort', over)
  })

type Options = {
  signal: AbortSignal
  onWaiting: () => void
  onSlow?: () => void
}

/** `work` must send the same Idempotency-Key each time. @throws WaitCanceledError when aborted, otherwise the server's rejection */
export const retryUntilAnswered = async <T>(work: () => Promise<T>, { signal, onWaiting, onSlow }: Options): Promise<T> => {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const slow = onSlow && setTimeout(onSlow, slowAfterMs)
    try {
      return await work()
    } catch (error) {
      if (signal.aborted) throw new WaitCanceledError()
      if (!isUnanswered(error)) throw error
    } finally {
      clearTimeout(slow)
    }
    onWaiting()
    // Other calls may succeed while this one keeps failing, so there is always a pause.
    await Promise.all([whenReachable(signal), pause(pauseMs, signal)]).catch(() => {})
    if (signal.aborted) throw new WaitCanceledError()
  }
}
