import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseUnavailable } from '#server/platform/db/database-errors.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { isDiskFull } from '#server/platform/errors/disk-full.ts'
import { escapeHtml } from '#server/platform/text/plain-text.ts'
import { internalErrorMark } from '#shared/internal-error.ts'
import { createTooLargeError } from './json/json-body.ts'

export const registerErrorHandler = (app: FastifyInstance) => {
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    reply.header('cache-control', 'no-store')
    if (error instanceof AppError) {
      if (error.status === 503 || error.status === 429) reply.header('retry-after', String(error.details.retryAfter ?? 2))
      reply.code(error.status)
      // A rate-limited link, or a PDF that failed in a tab of its own: the browser shows the response, not the app.
      if (error.status === 429 && (wantsPage(request) || opensTab(request)))
        return sendNotice(reply, 'Please wait', error.message, tryAgain)
      if (error.status === 422 && opensTab(request)) return sendNotice(reply, 'There is no PDF', error.message)
      return reply.send({ message: error.message, ...error.details })
    }
    const status = error.statusCode ?? 500
    if (status >= 400 && status < 500) return reply.code(status).send({ message: describeClientError(error, request) })
    if (isDatabaseUnavailable(error)) return replyDatabaseUnavailable(error, request, reply)
    if (isDiskFull(error)) {
      request.log.error(`there is no space left on the disk: ${error.message}`)
      return reply.code(507).header('retry-after', '10').send({ message: diskFullMessage })
    }
    // The client left while its reply was being compressed and sent.
    if ('code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE' && request.raw.destroyed) {
      request.log.warn(`the reply ended early: ${error.message}`)
      return reply.code(499).send()
    }
    request.log.error({ err: error }, 'request failed')
    return reply.code(500).send({ message: `Something went wrong on our side. If it happens again, ${internalErrorMark}: ${request.id}` })
  })
}

/** A malformed path never reaches the error handler. */
export const replyUnroutable = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
  reply
    .code(error.statusCode ?? 400)
    .header('x-request-id', request.id)
    .send({ message: 'This address is not valid' })

const wantsPage = ({ method, url, headers }: FastifyRequest) =>
  method === 'GET' && !url.startsWith('/api/') && headers.accept?.includes('text/html') === true

/** A browser shows the response as a page. Of API calls, only GETs of files are opened like that. */
const opensTab = ({ method, headers }: FastifyRequest) => method === 'GET' && headers['sec-fetch-dest'] === 'document'

const tryAgain = '<p><a href="">Try again</a></p>'

const sendNotice = (reply: FastifyReply, title: string, text: string, extraHtml = '') =>
  reply
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Billfold</title></head><body><h1>${title}</h1><p>${escapeHtml(text)}</p>${extraHtml}</body></html>`,
    )

const diskFullMessage = 'The server has no space left on its disk, so nothing was saved. Please try again in a few minutes.'
const unavailableMessage = 'The database is not reachable at the moment. Please try again in a few seconds.'
/** For page loads: the app is not there to show the error, so the page reloads by itself. */
const unavailablePage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="3"><title>Billfold</title></head><body><h1>One moment, please</h1><p>${unavailableMessage} This page tries again by itself.</p><p><a href="">Try again</a></p></body></html>`

const replyDatabaseUnavailable = (error: Error, request: FastifyRequest, reply: FastifyReply) => {
  // Without the stack trace: during an outage every request logs this line.
  request.log.warn(`the database is unavailable: ${error.message}`)
  reply.code(503).header('retry-after', '2')
  return wantsPage(request) ? reply.type('text/html; charset=utf-8').send(unavailablePage) : reply.send({ message: unavailableMessage })
}

const describeClientError = (error: FastifyError, request: FastifyRequest) => {
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return 'The request must carry JSON (content-type: application/json)'
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return createTooLargeError(request).message
  return error.message
}
