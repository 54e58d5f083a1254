import { setTimeout as sleep } from 'node:timers/promises'
import { getErrorMessage } from './errors.ts'
import type { Session } from './session.ts'

/** Two ends within this time count as a row of failures, between which the pauses grow. */
const CALM_MS = 30_000
/** Short enough that a disk with space again is noticed within seconds; an attempt in vain costs little. */
const MAX_PAUSE_MS = 3000

/**
 * Watches over a session: when it ends though nobody let it go (the server was killed or crashed), `again` brings the
 * server and a new session back, as often as it takes.
 */
export const superviseSession = (first: Session, { again, log }: { again: () => Promise<Session>; log: (line: string) => void }) => {
  let session = first
  const leaving = new AbortController()

  const recover = async (): Promise<void> => {
    log('The database has ended unexpectedly; it is started again.')
    for (let pauseMs = 100; !leaving.signal.aborted; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
      try {
        session = await again()
        return log('The database runs again.')
      } catch (error) {
        log(`The database could not be started again, another attempt follows: ${getErrorMessage(error)}`)
        await sleep(pauseMs, undefined, { signal: leaving.signal }).catch(() => undefined)
      }
    }
  }

  const watch = async (): Promise<void> => {
    const left = new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve(), { once: true }))
    let pauseMs = 0
    while (!leaving.signal.aborted) {
      const began = Date.now()
      await Promise.race([session.ended, left])
      if (leaving.signal.aborted) return
      pauseMs = Date.now() - began > CALM_MS ? 0 : Math.min(pauseMs * 2 + 50, MAX_PAUSE_MS)
      await sleep(pauseMs, undefined, { signal: leaving.signal }).catch(() => undefined)
      if (!leaving.signal.aborted) await recover()
    }
  }
  const watching = watch()

  return {
    /** Ends the watch and hands over the session that is current then: the server's end no longer means anything. */
    letGo: async (): Promise<Session> => {
      leaving.abort()
      await watching
      return session
    },
  }
}
