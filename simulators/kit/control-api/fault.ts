import { wholeNumber } from '#simulators/stripe/control-api/body.ts'
import { ApiError } from '#simulators/stripe/core/errors.ts'

const kinds = ['status', 'latency', 'drop-before', 'drop-after', 'html'] as const

/**
 * `route` is '*' or a line of the route table, e.g. 'GET /v1/checkout/sessions/:id'. `status`: answers `code` with an error body, and an
 * idempotency key remembers it if `stored`. `latency`: waits `ms` while the request is in flight. `drop-before`: cuts the
 * connection, nothing done. `drop-after`: cuts it after everything is done. `html`: answers `code` with a page instead of JSON.
 */
export type Fault = { route: string; count: number; kind: (typeof kinds)[number]; code: number; ms: number; stored: boolean }

/** Checks a fault as it was posted and fills in what it leaves out. */
export const expandFault = (wire: unknown): Fault => {
  const given = (typeof wire === 'object' && wire !== null ? wire : {}) as Record<string, unknown>
  const kind = kinds.find((name) => name === given.kind)
  if (!kind) throw new ApiError(400, `'kind' must be one of ${kinds.join(', ')}.`)
  if (typeof given.route !== 'string')
    throw new ApiError(400, "'route' must be '*' or a method and path like 'POST /v1/checkout/sessions'.")
  return {
    route: given.route,
    kind,
    count: wholeNumber(given, 'count', 1, 1, 1_000_000),
    code: wholeNumber(given, 'status', kind === 'html' ? 502 : 500, 200, 599),
    ms: wholeNumber(given, 'ms', 1000, 0, 120_000),
    stored: given.stored === true,
  }
}
