import { createIdempotency } from '#simulators/kit/idempotency.ts'
import { inProgress } from '#simulators/paypal/core/errors.ts'
import type { Account, StoredResult } from '#simulators/paypal/core/state.ts'

/** The same id again returns the object in its current state, or the same final refusal (a declined instrument). */
export const createRequestIds = (now: () => number) =>
  createIdempotency<Account, StoredResult>({ now, resultsOf: ({ requests }) => requests, conflict: inProgress })
export type RequestIds = ReturnType<typeof createRequestIds>
