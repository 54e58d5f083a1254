import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBody, sendJson, sendText } from '#simulators/kit/http.ts'
import type { World } from '#simulators/stripe/core/context.ts'
import { ApiError } from '#simulators/stripe/core/errors.ts'
import { parseForm } from '#simulators/stripe/core/form.ts'
import { browserApi } from './api.ts'
import { scripts } from './scripts.ts'

const scriptsPath = '/sandbox/stripe/v3/'
const apiPath = '/sandbox/stripe/v1/'
const maxFormBytes = 16_000

const sendScript = (res: ServerResponse, name: string) => {
  const body = scripts.get(name)
  if (body === undefined) return sendText(res, 404, 'text/plain', 'Not found')
  sendText(res, 200, 'text/javascript; charset=utf-8', body, { 'x-content-type-options': 'nosniff' })
}

/** Answers the browser's script and what it asks for. Gives false for every other path. */
export const browserHandler =
  (world: World) =>
  async (req: IncomingMessage, res: ServerResponse, url: URL): Promise<boolean> => {
    if (url.pathname.startsWith(scriptsPath)) {
      sendScript(res, url.pathname.slice(scriptsPath.length))
      return true
    }
    if (!url.pathname.startsWith(apiPath)) return false
    try {
      const sent = req.method === 'POST' ? await readBody(req, maxFormBytes) : url.search.slice(1)
      const answer = browserApi(world, req.method ?? '', url.pathname.slice(apiPath.length), parseForm(sent))
      if (!answer) throw new ApiError(404, `Unrecognized request URL (${req.method}: ${url.pathname}).`)
      sendJson(res, answer.status, answer.body)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      sendJson(res, error.status, error.body())
    }
    return true
  }
