/** `message` is the technical cause; `reason` is a sentence for the user. */
export class UploadError extends Error {
  readonly reason: string
  readonly isFinal: boolean
  constructor(message: string, reason: string, { isFinal = false } = {}) {
    super(message)
    this.name = 'UploadError'
    this.reason = reason
    this.isFinal = isFinal
  }
}

/** The object store's own words. */
export const expiredMessage = 'Request has expired'

export const isFinalStatus = (status: number): boolean => [400, 413, 415, 422].includes(status)

export const retryDelaysMs = [0, 1000, 3000, 5000]

export type UploadWait = 'offline' | 'retry'

type Options = {
  meaningOf: (error: unknown) => 'unanswered' | 'passing' | 'final'
  onWaiting: (why: UploadWait | undefined) => void
  signal?: AbortSignal | undefined
}

/** While the browser is offline it waits without using up attempts. @throws the last error; at once when the signal aborts */
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
