import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FaultBox } from '#simulators/kit/control-api/faults.ts'
import { readBody, sendJson } from '#simulators/kit/http.ts'
import type { World } from '#simulators/stripe/core/context.ts'
import { ApiError } from '#simulators/stripe/core/errors.ts'
import { emptyState } from '#simulators/stripe/core/state.ts'
import type { WebhookOutbox } from '#simulators/stripe/webhooks/outbox.ts'
import { rotateSecret } from '#simulators/stripe/webhooks/secrets.ts'
import { type Actions, endpointOf, textOf, wholeNumber } from './body.ts'
import { moneyActions } from './payment-actions.ts'

export type PlaneParts = {
  world: World
  /** What ids grow from after a reset that names no seed. */
  seed: string | null
  faults: FaultBox
  outbox: WebhookOutbox
  advanceClock(seconds: number): void
}

const stringList = (value: unknown): string[] => (Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [])

const day = 24 * 3600

const actions = ({ world, seed, faults, outbox, advanceClock }: PlaneParts): Actions => ({
  'POST /_sim/faults': (body) => faults.add(body),
  'POST /_sim/faults/clear': () => {
    faults.clear()
    return { cleared: true }
  },
  'POST /_sim/reset': (body) => {
    outbox.stop()
    outbox.setMode('deliver')
    faults.clear()
    Object.assign(world.state, emptyState(typeof body.seed === 'string' ? body.seed : seed))
    world.changed()
    return { reset: true }
  },
  'GET /_sim/dump': () => {
    const accounts = Object.entries(world.state.accounts).map(([id, account]) => {
      const { webhookSecrets, oldSecrets, answers, ...rest } = account
      return [id, rest]
    })
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
  'POST /_sim/webhooks/rotate': (body) => {
    const { account, object } = endpointOf(world, body)
    return { secret: rotateSecret(world, account, object.id, wholeNumber(body, 'overlapSeconds', day, 0, 365 * day)) }
  },
  'POST /_sim/keys/revoke': (body) => {
    world.state.revokedKeys.push(textOf(body, 'key'))
    world.changed()
    return { revoked: true }
  },
  'POST /_sim/clock': (body) => {
    if (typeof body.advanceSeconds !== 'number' || !Number.isInteger(body.advanceSeconds))
      throw new ApiError(400, "'advanceSeconds' must be a whole number.")
    advanceClock(body.advanceSeconds)
    return { advancedSeconds: body.advanceSeconds }
  },
  'POST /_sim/portal': (body) => {
    if (typeof body.configured !== 'boolean') throw new ApiError(400, "'configured' must be true or false.")
    world.state.portalConfigured = body.configured
    world.changed()
    return { configured: body.configured }
  },
  ...moneyActions(world),
})

const parseJson = (text: string): Record<string, unknown> => {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    throw new ApiError(400, 'The body must be JSON.')
  }
}

/** The test plane: faults, held webhooks, revoked keys, the clock, an unconfigured portal, disputes, what becomes of refunds and debits. A web page must not be able to reach it, so a browser's request is refused. */
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
