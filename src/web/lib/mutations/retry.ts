import { ApiError, NoResponseError } from '#web/lib/api/client.ts'
import { whenReachable } from '#web/lib/api/connection.ts'

/** The person stopped waiting for an answer: whether the server did what it was asked to is not known. */
export class WaitCanceledError extends Error {
  constructor() {
    super('You stopped waiting.')
    this.name = 'GivenUp'
  }
}

/** So long an answer may take before the person is told that it takes long. */
const slowAfterMs = 5000
const firstPauseMs = 500
const longestPauseMs = 8000

/** Also what stands in for the server while it is away (a proxy) is no answer of his. */
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
  /** Aborted when the person stops waiting. */
  signal: AbortSignal
  /** Told each time that no answer came. */
  onWaiting: () => void
  /** Told when an answer takes long. */
  onSlow?: () => void
}

/**
 * Asks until an answer comes: after each try without one it waits until the server can be reached, and asks again. `work` must bring the same
 * Idempotency-Key each time.
 * @throws GivenUp when the signal is aborted, else what the server refuses with
 */
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
    // The way may be free for everything but this call: a moment passes in any case.
    await Promise.all([whenReachable(signal), pause(pauseMs, signal)]).catch(() => {})
    if (signal.aborted) throw new WaitCanceledError()
  }
}
