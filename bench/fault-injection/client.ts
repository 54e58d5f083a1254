import { setTimeout as sleep } from 'node:timers/promises'
import type { TestUser } from './environment.ts'

/** What clients count. */
export type Tally = {
  acknowledged: number
  /** Requests that reached a server but got no response. */
  unanswered: number
  /** Responses that ask the client to retry: 503 or 507 with a message. */
  retryLater: number
  wrongResponses: string[]
  /** Whether 401 counts as `retryLater` too. */
  allowSignedOut: boolean
  /** When successful requests started and ended, by `performance.now()`. */
  successes: { startedAt: number; endedAt: number }[]
}
export const createTally = (allowSignedOut = false): Tally => ({
  allowSignedOut,
  acknowledged: 0,
  unanswered: 0,
  retryLater: 0,
  wrongResponses: [],
  successes: [],
})

// biome-ignore lint/suspicious/noExplicitAny: callers know the JSON's shape
export type ClientResponse = { status: number; body: any; text: string }
export type ClientRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: unknown
  /** The Idempotency-Key. */
  key?: string
  /** A request body that is not JSON. */
  bytes?: Buffer
  /** Statuses besides 2xx that the caller handles. */
  accept?: readonly number[]
}

/** The same as the timeout of the app's own client for a change. */
const timeoutMs = 20_000
const maxFindings = 20

/**
 * Sends a request until there is a response, as the app's own client does: with the same key each time, and to the next server if there are several.
 * @param origins the servers of the moment, the preferred one first
 * @returns null if `shouldGiveUp` becomes true first
 */
export const requestUntilAnswered = async (
  { origins, tally, shouldGiveUp }: { origins: () => readonly string[]; tally: Tally; shouldGiveUp: () => boolean },
  { cookie }: TestUser,
  { method, path, body, key, bytes, accept = [] }: ClientRequest,
): Promise<ClientResponse | null> => {
  for (let tries = 0; ; tries++) {
    const all = origins()
    const origin = all[tries % all.length]
    const startedAt = performance.now()
    const response = origin
      ? await fetch(origin + path, {
          method,
          headers: {
            cookie,
            ...(key ? { 'idempotency-key': key } : {}),
            ...(bytes ? { 'content-type': 'application/octet-stream' } : body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(bytes ? { body: new Uint8Array(bytes) } : body === undefined ? {} : { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(timeoutMs),
        })
          .then(async (reply) => ({ status: reply.status, text: await reply.text() }))
          .catch((error: unknown) => {
            if (!isConnectionRefused(error)) tally.unanswered++
            return null
          })
      : null
    if (response && (response.status < 300 || accept.includes(response.status))) {
      tally.successes.push({ startedAt, endedAt: performance.now() })
      return { ...response, body: parseJson(response.text) }
    }
    if (
      response &&
      [503, 507, 429, ...(tally.allowSignedOut ? [401] : [])].includes(response.status) &&
      typeof parseJson(response.text)?.message === 'string'
    )
      tally.retryLater++
    else if (response && tally.wrongResponses.length < maxFindings)
      tally.wrongResponses.push(`${method} ${path} was answered with ${response.status}: ${response.text.slice(0, 300)}`)
    if (shouldGiveUp()) return null
    await sleep(response ? Math.min(50 * 2 ** tries, 1000) : 50)
  }
}

/** No server listened, so the request reached none. */
const isConnectionRefused = (error: unknown) => ((error as Error).cause as { code?: string } | undefined)?.code === 'ECONNREFUSED'

const parseJson = (text: string) => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
