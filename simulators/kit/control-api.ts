import type { IncomingMessage, ServerResponse } from 'node:http'
import { readEnum, readText } from './control-body.ts'
import type { Faults } from './faults.ts'
import { HttpError, type JsonObject, readBody, sendJson } from './http.ts'
import { type WebhookOutbox, webhookModes } from './webhook-outbox.ts'

/** By method and path, e.g. 'POST /_sim/faults'. */
export type ControlActions = Record<string, (body: JsonObject) => object | Promise<object>>

type CommonParts = {
  faults: Faults
  outbox: WebhookOutbox
  advanceClock(seconds: number): void
  reset(body: JsonObject): void
  /** The state without its secrets, for tests to look at. */
  dump(): object
  revokeKey(key: string): void
  changed(): void
}

export const createCommonActions = (parts: CommonParts): ControlActions => {
  const { faults, outbox, advanceClock, reset, dump, revokeKey, changed } = parts
  return {
    'POST /_sim/faults': (body) => faults.add(body),
    'POST /_sim/faults/clear': () => {
      faults.clear()
      return { cleared: true }
    },
    'POST /_sim/reset': (body) => {
      outbox.stop()
      outbox.setMode('deliver')
      faults.clear()
      reset(body)
      changed()
      return { reset: true }
    },
    'GET /_sim/dump': () => ({ ...dump(), faults: faults.list() }),
    'POST /_sim/webhooks': (body) => {
      const mode = readEnum(body, 'mode', webhookModes)
      outbox.setMode(mode)
      return { mode }
    },
    'POST /_sim/webhooks/deliver': async (body) => {
      const ids = Array.isArray(body.deliveries) ? body.deliveries.filter((id) => typeof id === 'string') : []
      await outbox.deliverNow(ids)
      return { delivered: ids.length }
    },
    'POST /_sim/keys/revoke': (body) => {
      revokeKey(readText(body, 'key'))
      changed()
      return { revoked: true }
    },
    'POST /_sim/clock': (body) => {
      if (typeof body.advanceSeconds !== 'number' || !Number.isInteger(body.advanceSeconds))
        throw new HttpError(400, "'advanceSeconds' must be a whole number.")
      advanceClock(body.advanceSeconds)
      return { advancedSeconds: body.advanceSeconds }
    },
  }
}

const parseJson = (text: string): JsonObject => {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text) as JsonObject
  } catch {
    throw new HttpError(400, 'The body must be JSON.')
  }
}

/** Requests that a browser sends are refused, so that no web page can use it. */
export const createControlHandler = (actions: ControlActions) => async (req: IncomingMessage, res: ServerResponse, url: URL) => {
  if (req.headers.origin !== undefined || req.headers['sec-fetch-site'] !== undefined)
    throw new HttpError(403, 'The control API refuses requests of browsers.')
  const action = actions[`${req.method} ${url.pathname}`]
  if (!action) throw new HttpError(404, `The control API has: ${Object.keys(actions).join(', ')}.`)
  sendJson(res, 200, await action(parseJson(await readBody(req, 100_000))))
}
