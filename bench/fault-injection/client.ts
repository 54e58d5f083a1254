import { setTimeout as sleep } from 'node:timers/promises'
import type { TestUser } from './environment.ts'

/** What writers count while they ask. */
export type Tally = {
  acknowledged: number
  /** Requests that reached a server, and whose answer never came. */
  unanswered: number
  /** Answers that say to come back: 503 and 507 with a sentence. */
  toldToWait: number
  wrong: string[]
  /** Whether 'Please sign in' is one of those. */
  mayBeSignedOut: boolean
  /** When something was last acknowledged that had been asked for after this moment, by `performance.now()`. */
  successes: { began: number; ended: number }[]
}
export const createTally = (mayBeSignedOut = false): Tally => ({
  mayBeSignedOut,
  acknowledged: 0,
  unanswered: 0,
  toldToWait: 0,
  wrong: [],
  successes: [],
})

// biome-ignore lint/suspicious/noExplicitAny: what comes back is looked at field by field
export type ClientResponse = { status: number; body: any; text: string }
export type ClientRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: unknown
  key?: string
  /** Sent as it is, instead of JSON. */
  bytes?: Buffer
  /** Answers that are an end, too: a refusal that the act reckons with. */
  mayBe?: readonly number[]
}

/** As the app waits for an answer to a change. */
const patienceMs = 20_000
const mostFindings = 20

/**
 * Asks until there is an answer, as the app's own client does: a change is asked for again under its key, elsewhere if there are several servers.
 * @param origins where servers are at the moment, the nearest first
 * @returns null when `isOver` says so before anything was answered
 */
export const requestUntilAnswered = async (
  { origins, tally, isOver }: { origins: () => readonly string[]; tally: Tally; isOver: () => boolean },
  { cookie }: TestUser,
  { method, path, body, key, bytes, mayBe = [] }: ClientRequest,
): Promise<ClientResponse | null> => {
  for (let tries = 0; ; tries++) {
    const all = origins()
    const origin = all[tries % all.length]
    const began = performance.now()
    const answer = origin
      ? await fetch(origin + path, {
          method,
          headers: {
            cookie,
            ...(key ? { 'idempotency-key': key } : {}),
            ...(bytes ? { 'content-type': 'application/octet-stream' } : body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(bytes ? { body: new Uint8Array(bytes) } : body === undefined ? {} : { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(patienceMs),
        })
          .then(async (reply) => ({ status: reply.status, text: await reply.text() }))
          .catch((error: unknown) => {
            if (!wasRefused(error)) tally.unanswered++
            return null
          })
      : null
    if (answer && (answer.status < 300 || mayBe.includes(answer.status))) {
      tally.successes.push({ began, ended: performance.now() })
      return { ...answer, body: read(answer.text) }
    }
    if (
      answer &&
      [503, 507, 429, ...(tally.mayBeSignedOut ? [401] : [])].includes(answer.status) &&
      typeof read(answer.text)?.message === 'string'
    )
      tally.toldToWait++
    else if (answer && tally.wrong.length < mostFindings)
      tally.wrong.push(`${method} ${path} was answered ${answer.status}: ${answer.text.slice(0, 300)}`)
    if (isOver()) return null
    // As often as it makes sense to press a button again.
    await sleep(answer ? Math.min(50 * 2 ** tries, 1000) : 50)
  }
}

/** Nobody listened: the request was never heard. */
const wasRefused = (error: unknown) => ((error as Error).cause as { code?: string } | undefined)?.code === 'ECONNREFUSED'

const read = (text: string) => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
