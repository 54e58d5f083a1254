import { createIdempotency } from '#simulators/kit/idempotency.ts'
import { inProgress } from '#simulators/paypal/core/errors.ts'
import type { Account, StoredResult } from '#simulators/paypal/core/state.ts'

/**
 * What a PayPal-Request-Id led to, per app and path. The same id again returns the object in its current state, or the same final refusal
 * (a declined instrument). While the first request is in progress, a second one fails.
 */
export const createRequestIds = (now: () => number) =>
  createIdempotency<Account, StoredResult>({ now, resultsOf: ({ requests }) => requests, conflict: inProgress })
export type RequestIds = ReturnType<typeof createRequestIds>
