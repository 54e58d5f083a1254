import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBody, sendJson } from '#simulators/kit/http.ts'
import { ApiError } from '#simulators/stripe/core/errors.ts'
import { type PlaneParts, planeActions } from './actions.ts'

const parseJson = (text: string): Record<string, unknown> => {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    throw new ApiError(400, 'The body must be JSON.')
  }
}

/** The test plane. A web page must not be able to reach it, so a browser's request is refused. */
export const planeHandler = (parts: PlaneParts) => {
  const table = planeActions(parts)
  return async (req: IncomingMessage, res: ServerResponse, pathname: string) => {
    if (req.headers.origin !== undefined || req.headers['sec-fetch-site'] !== undefined)
      throw new ApiError(403, 'The test plane answers no browser.')
    const action = (table as Record<string, (typeof table)[string] | undefined>)[`${req.method} ${pathname}`]
    if (!action) throw new ApiError(404, `The test plane has: ${Object.keys(table).join(', ')}.`)
    sendJson(res, 200, await action(parseJson(await readBody(req, 100_000))))
  }
}
