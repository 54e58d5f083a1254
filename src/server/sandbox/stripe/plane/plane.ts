import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError } from '../core/errors.ts'
import { readBody, sendJson } from '../core/http.ts'
import { emptyState, type State } from '../core/state.ts'
import type { WebhookOutbox } from '../webhooks/outbox.ts'
import type { FaultBox } from './faults.ts'

export type PlaneParts = {
  state: State
  faults: FaultBox
  outbox: WebhookOutbox
  changed(): void
  advanceClock(seconds: number): void
}

const stringList = (value: unknown): string[] => (Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [])

const actions = ({
  state,
  faults,
  outbox,
  changed,
  advanceClock,
}: PlaneParts): Record<string, (body: Record<string, unknown>) => object | Promise<object>> => ({
  'POST /_sim/faults': (body) => faults.add(body),
  'POST /_sim/reset': () => {
    outbox.stop()
    outbox.setMode('deliver')
    faults.clear()
    Object.assign(state, emptyState())
    changed()
    return { reset: true }
  },
  'GET /_sim/dump': () => {
    const accounts = Object.entries(state.accounts).map(([id, { webhookSecrets, answers, ...rest }]) => [id, rest])
    return { accounts: Object.fromEntries(accounts), faults: faults.list() }
  },
  'POST /_sim/webhooks': (body) => {
    const mode = (['deliver', 'hold', 'drop'] as const).find((name) => name === body.mode)
    if (!mode) throw new ApiError(400, "'mode' must be one of deliver, hold, drop.")
    outbox.setMode(mode)
    return { mode }
  },
  'POST /_sim/webhooks/deliver': async (body) => {
    const ids = stringList(body.deliveries)
    await outbox.deliverNow(ids)
    return { delivered: ids.length }
  },
  'POST /_sim/keys/revoke': (body) => {
    if (typeof body.key !== 'string') throw new ApiError(400, "'key' must be a secret key.")
    state.revokedKeys.push(body.key)
    changed()
    return { revoked: true }
  },
  'POST /_sim/clock': (body) => {
    if (typeof body.advanceSeconds !== 'number' || !Number.isInteger(body.advanceSeconds))
      throw new ApiError(400, "'advanceSeconds' must be a whole number.")
    advanceClock(body.advanceSeconds)
    return { advancedSeconds: body.advanceSeconds }
  },
})

const parseJson = (text: string): Record<string, unknown> => {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    throw new ApiError(400, 'The body must be JSON.')
  }
}

/** The test plane: faults, held webhooks, revoked keys, the clock. A web page must not be able to reach it, so a browser's request is refused. */
export const planeHandler = (parts: PlaneParts) => {
  const table = actions(parts)
  return async (req: IncomingMessage, res: ServerResponse, pathname: string) => {
    if (req.headers.origin !== undefined || req.headers['sec-fetch-site'] !== undefined)
      throw new ApiError(403, 'The test plane answers no browser.')
    const action = table[`${req.method} ${pathname}`]
    if (!action) throw new ApiError(404, `The test plane has: ${Object.keys(table).join(', ')}.`)
    sendJson(res, 200, await action(parseJson(await readBody(req, 100_000))))
  }
}
