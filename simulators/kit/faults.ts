import { readInteger } from './control-body.ts'
import { HttpError, isJsonObject } from './http.ts'

const kinds = ['status', 'latency', 'drop-before', 'drop-after', 'html'] as const

/**
 * A failure to simulate. `route` is '*' or a method and path of the route table, e.g. 'GET /v1/checkout/sessions/:id'.
 * - `status`: responds `code` with an error body; with `stored`, the idempotency key keeps that response.
 * - `latency`: waits `ms` while the request is in progress.
 * - `drop-before`: closes the connection before anything is done.
 * - `drop-after`: closes the connection after everything is done.
 * - `html`: responds `code` with an HTML page instead of JSON.
 */
export type Fault = { route: string; count: number; kind: (typeof kinds)[number]; code: number; ms: number; stored: boolean }

/** @throws HttpError 400 */
const parseFault = (posted: unknown): Fault => {
  const given = isJsonObject(posted) ? posted : {}
  const kind = kinds.find((name) => name === given.kind)
  if (!kind) throw new HttpError(400, `'kind' must be one of ${kinds.join(', ')}.`)
  if (typeof given.route !== 'string')
    throw new HttpError(400, "'route' must be '*' or a method and path like 'POST /v1/checkout/sessions'.")
  return {
    route: given.route,
    kind,
    count: readInteger(given, 'count', 1, 1, 1_000_000),
    code: readInteger(given, 'status', kind === 'html' ? 502 : 500, 200, 599),
    ms: readInteger(given, 'ms', 1000, 0, 120_000),
    stored: given.stored === true,
  }
}

export const createFaults = () => {
  const armed: { fault: Fault; left: number }[] = []
  return {
    add: (posted: unknown) => {
      const fault = parseFault(posted)
      armed.push({ fault, left: fault.count })
      return fault
    },
    take: (route: string): Fault | null => {
      const found = armed.find(({ fault, left }) => left > 0 && (fault.route === '*' || fault.route === route))
      if (!found) return null
      found.left -= 1
      return found.fault
    },
    clear: () => {
      armed.length = 0
    },
    list: () => armed.map(({ fault, left }) => ({ ...fault, left })),
  }
}
export type Faults = ReturnType<typeof createFaults>
