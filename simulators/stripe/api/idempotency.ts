import { createHash } from 'node:crypto'
import { ApiError } from '#simulators/stripe/core/errors.ts'
import type { Account, StoredAnswer } from '#simulators/stripe/core/state.ts'

const keptSeconds = 24 * 3600

export type Request = { method: string; path: string; params: object; requestId: string }

const digest = (params: object) => createHash('sha256').update(JSON.stringify(params)).digest('hex')
const refuse = (message: string) => new ApiError(400, message, { type: 'idempotency_error' })
const hint = (key: string) => `Try using a key other than '${key}' if you meant to execute a different request.`

/** Remembers the answers to POSTs by the key that the client sent, per account and for a day. */
export const idempotency = (now: () => number) => {
  const inFlight = new WeakMap<Account, Set<string>>()

  /** The answer to be replayed, or null after marking the key as in flight. Throws 409 while it is, 400 when the request differs. */
  const begin = (account: Account, key: string, request: Request): StoredAnswer | null => {
    if (key.length > 255) throw refuse('Idempotency keys can be at most 255 characters long.')
    const busy = inFlight.get(account) ?? new Set<string>()
    inFlight.set(account, busy)
    if (busy.has(key))
      throw new ApiError(
        409,
        `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
        { type: 'idempotency_error', code: 'idempotency_key_in_use' },
      )
    for (const [old, { storedAt }] of Object.entries(account.answers)) if (storedAt + keptSeconds <= now()) delete account.answers[old]
    const stored = Object.hasOwn(account.answers, key) ? account.answers[key] : undefined
    if (!stored) {
      busy.add(key)
      return null
    }
    if (stored.method !== request.method || stored.path !== request.path)
      throw refuse(
        `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${request.path}' vs '${stored.path}'). ${hint(key)}`,
      )
    if (stored.params !== digest(request.params))
      throw refuse(`Keys for idempotent requests can only be used with the same parameters they were first used with. ${hint(key)}`)
    return stored
  }

  /** Ends the flight; `answer` is kept, or nothing when it is null. */
  const finish = (account: Account, key: string, request: Request, answer: { status: number; body: string } | null) => {
    inFlight.get(account)?.delete(key)
    if (!answer) return
    const { method, path, requestId } = request
    account.answers[key] = { method, path, requestId, params: digest(request.params), storedAt: now(), ...answer }
  }

  return { begin, finish }
}
export type Idempotency = ReturnType<typeof idempotency>
