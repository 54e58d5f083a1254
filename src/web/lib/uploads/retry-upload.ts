/** Pauses between the tries. */
export const retryDelaysMs = [0, 1000, 3000, 5000]

/** What an upload waits for. */
export type UploadWait = 'offline' | 'retry'

type Options = {
  /** What a failure means: nobody answered, somebody did but may think better of it, or that's that. */
  meaningOf: (error: unknown) => 'unanswered' | 'passing' | 'final'
  /** Told what it waits for, and undefined when it goes on. */
  onWaiting: (why: UploadWait | undefined) => void
  signal?: AbortSignal | undefined
}

/**
 * Does the work again after what passes. A browser that is offline has time: it goes on when it is online.
 * @throws what the work threw last; at once when the signal has ended it
 */
export const retryUpload = async <T>(work: () => Promise<T>, { meaningOf, onWaiting, signal }: Options): Promise<T> => {
  let tries = 0
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const meaning = meaningOf(error)
      const isOffline = meaning === 'unanswered' && !navigator.onLine
      const pauseMs = retryDelaysMs[tries]
      if (meaning === 'final' || signal?.aborted || (!isOffline && pauseMs === undefined)) throw error
      onWaiting(isOffline ? 'offline' : 'retry')
      if (isOffline) await online(signal)
      else await pause(retryDelaysMs[tries++]!, signal)
      if (signal?.aborted) throw error
      onWaiting(undefined)
    }
  }
}

const pause = (ms: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => resolve(), { once: true })
  })
const online = (signal: AbortSignal | undefined) =>
  new Promise<void>((resolve) => {
    window.addEventListener('online', () => resolve(), { once: true })
    signal?.addEventListener('abort', () => resolve(), { once: true })
  })
