import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseUnavailable } from '#server/platform/db/unavailable.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { isDiskFull } from '#server/platform/errors/disk-full.ts'
import { escapeHtml } from '#server/platform/text/escape-html.ts'

/** Every error leaves as JSON with a `message`; what isn't meant for people is logged in full and answered without detail. */
export const registerErrorHandler = (app: FastifyInstance) => {
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    reply.header('cache-control', 'no-store')
    if (error instanceof AppError) {
      if (error.status === 503 || error.status === 429) reply.header('retry-after', String(error.details.retryAfter ?? 2))
      reply.code(error.status)
      // A link was clicked too often, or a PDF that can't be made was opened in a tab: there is no app around the answer that would show it.
      if (error.status === 429 && (wantsPage(request) || opensTab(request)))
        return sendNotice(reply, 'Please wait', error.message, tryAgain)
      if (error.status === 422 && opensTab(request)) return sendNotice(reply, 'There is no PDF', error.message)
      return reply.send({ message: error.message, ...error.details })
    }
    const status = error.statusCode ?? 500
    if (status >= 400 && status < 500) return reply.code(status).send({ message: wordsFor(error, request) })
    if (isDatabaseUnavailable(error)) return answerAway(error, request, reply)
    if (isDiskFull(error)) {
      request.log.error(`there is no space left on the disk: ${error.message}`)
      return reply.code(507).header('retry-after', '10').send({ message: fullWords })
    }
    request.log.error({ err: error }, 'request failed')
    return reply.code(500).send({ message: `Something went wrong on our side. If it happens again, tell us this number: ${request.id}` })
  })
}

/** What can't be routed at all (a path that is no path) never gets to the handler above. */
export const replyUnroutable = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
  reply
    .code(error.statusCode ?? 400)
    .header('x-request-id', request.id)
    .send({ message: 'This address is not valid' })

const wantsPage = ({ method, url, headers }: FastifyRequest) =>
  method === 'GET' && !url.startsWith('/api/') && headers.accept?.includes('text/html') === true

/** A browser shows the answer as a page of its own. Only GETs of files are opened so. */
const opensTab = ({ method, headers }: FastifyRequest) => method === 'GET' && headers['sec-fetch-dest'] === 'document'

const tryAgain = '<p><a href="">Try again</a></p>'

/** A page of a few sentences. @param more our own HTML below them */
const sendNotice = (reply: FastifyReply, title: string, words: string, more = '') =>
  reply
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Billfold</title></head><body><h1>${title}</h1><p>${escapeHtml(words)}</p>${more}</body></html>`,
    )

const fullWords = 'The server has no space left on its disk, so nothing was saved. Please try again in a few minutes.'
const awayWords = 'The database is not reachable at the moment. Please try again in a few seconds.'
/** For a browser that asked for a page: there is no app to say it, so it says so itself and looks again by itself. */
const awayPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="3"><title>Billfold</title></head><body><h1>One moment, please</h1><p>${awayWords} This page tries again by itself.</p><p><a href="">Try again</a></p></body></html>`

const answerAway = (error: Error, request: FastifyRequest, reply: FastifyReply) => {
  // One line: while the database is away, every request says the same.
  request.log.warn(`the database is away: ${error.message}`)
  reply.code(503).header('retry-after', '2')
  return wantsPage(request) ? reply.type('text/html; charset=utf-8').send(awayPage) : reply.send({ message: awayWords })
}

const notJson = 'The request body is not valid JSON'

/** Says where a body stops being JSON; undefined when it is JSON and something else is wrong with it. */
export const describeJsonError = (body: string): AppError | undefined => {
  try {
    JSON.parse(body)
    return undefined
  } catch (error) {
    const { message } = error as Error
    const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? []
    const where = line ? `: line ${line}, column ${column}` : /end of JSON/.test(message) ? ': it ends too early' : ''
    return new AppError(400, `${notJson}${where}`)
  }
}

const sizeOf = (bytes: number) => (bytes < 1_048_576 ? `${Math.floor(bytes / 1024)} kB` : `${Math.floor(bytes / 1_048_576)} MB`)

const wordsFor = (error: FastifyError, request: FastifyRequest) => {
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return 'The request must carry JSON (content-type: application/json)'
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return `The request is too large: this call takes at most ${sizeOf(request.routeOptions.bodyLimit)}`
  if (error.statusCode === 400 && (error.name === 'SyntaxError' || error.code?.includes('JSON'))) return notJson
  return error.message
}
