import { setTimeout as sleep } from 'node:timers/promises'
import { getErrorMessage } from './errors.ts'
import type { Session } from './session.ts'

/** The delay before the next restart grows when a session ends again within this time. */
const STABLE_MS = 30_000
/** Short enough to notice within seconds that a full disk has space again; a failed attempt is cheap. */
const MAX_DELAY_MS = 3000

export const superviseSession = (first: Session, { restart, log }: { restart: () => Promise<Session>; log: (line: string) => void }) => {
  let session = first
  const released = new AbortController()

  const recover = async (): Promise<void> => {
    log('The database ended unexpectedly; it is restarted.')
    for (let delayMs = 100; !released.signal.aborted; delayMs = Math.min(delayMs * 2, MAX_DELAY_MS)) {
      try {
        session = await restart()
        return log('The database is running again.')
      } catch (error) {
        log(`The database could not be restarted; another attempt follows: ${getErrorMessage(error)}`)
        await sleep(delayMs, undefined, { signal: released.signal }).catch(() => undefined)
      }
    }
  }

  const watch = async (): Promise<void> => {
    const onRelease = new Promise<void>((resolve) => released.signal.addEventListener('abort', () => resolve(), { once: true }))
    let delayMs = 0
    while (!released.signal.aborted) {
      const startedAt = Date.now()
      await Promise.race([session.ended, onRelease])
      if (released.signal.aborted) return
      delayMs = Date.now() - startedAt > STABLE_MS ? 0 : Math.min(delayMs * 2 + 50, MAX_DELAY_MS)
      await sleep(delayMs, undefined, { signal: released.signal }).catch(() => undefined)
      if (!released.signal.aborted) await recover()
    }
  }
  const watching = watch()

  return {
    release: async (): Promise<Session> => {
      released.abort()
      await watching
      return session
    },
  }
}
