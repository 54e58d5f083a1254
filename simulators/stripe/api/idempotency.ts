import { createHash } from 'node:crypto'
import { createIdempotency } from '#simulators/kit/idempotency.ts'
import { ApiError } from '#simulators/stripe/core/errors.ts'
import type { Account, StoredResponse } from '#simulators/stripe/core/state.ts'

const storedSeconds = 24 * 3600

export type Request = { method: string; path: string; params: object; requestId: string }

const digest = (params: object) => createHash('sha256').update(JSON.stringify(params)).digest('hex')
const idempotencyError = (message: string) => new ApiError(400, message, { type: 'idempotency_error' })
const hint = (key: string) => `Try using a key other than '${key}' if you meant to execute a different request.`

const keyInUse = (key: string) =>
  new ApiError(
    409,
    `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    { type: 'idempotency_error', code: 'idempotency_key_in_use' },
  )

export const createIdempotencyKeys = (now: () => number) => {
  const keys = createIdempotency<Account, StoredResponse>({ now, resultsOf: ({ answers }) => answers, conflict: keyInUse })
  return {
    /** @throws ApiError 409 while the key's first request is in progress, 400 when this one differs from it */
    begin: (account: Account, key: string, { method, path, params }: Request): StoredResponse | null => {
      if (key.length > 255) throw idempotencyError('Idempotency keys can be at most 255 characters long.')
      for (const [old, { storedAt }] of Object.entries(account.answers)) if (storedAt + storedSeconds <= now()) delete account.answers[old]
      const stored = keys.begin(account, key, storedSeconds)
      if (!stored) return null
      if (stored.method !== method || stored.path !== path)
        throw idempotencyError(
          `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${stored.path}'). ${hint(key)}`,
        )
      if (stored.params !== digest(params))
        throw idempotencyError(
          `Keys for idempotent requests can only be used with the same parameters they were first used with. ${hint(key)}`,
        )
      return stored
    },
    /** A response of null is not stored. */
    finish: (account: Account, key: string, request: Request, response: { status: number; body: string } | null) => {
      const { method, path, requestId } = request
      keys.finish(account, key, response && { method, path, requestId, params: digest(request.params), ...response })
    },
  }
}
export type IdempotencyKeys = ReturnType<typeof createIdempotencyKeys>
