import type { FastifyError, FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'

/** What the network and PostgreSQL say when the database is away for a moment. */
const databaseAway = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08006',
  '08003',
  '08001',
])
const isDatabaseAway = (error: Error & { code?: string }) =>
  (error.code !== undefined && databaseAway.has(error.code)) ||
  /Connection terminated|timeout exceeded when trying to connect/.test(error.message)

/** Every error leaves as JSON with a `message`; what isn't meant for people is logged in full and answered without detail. */
export const answerErrors = (app: FastifyInstance) => {
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    if (error instanceof AppError) {
      if (error.status === 503 || error.status === 429) reply.header('retry-after', String(error.details.retryAfter ?? 2))
      return reply.code(error.status).send({ message: error.message, ...error.details })
    }
    if (isDatabaseAway(error)) {
      request.log.warn({ err: error }, 'database away')
      return reply
        .code(503)
        .header('retry-after', '2')
        .send({ message: 'The database is not reachable at the moment. Please try again in a few seconds.' })
    }
    const status = error.statusCode ?? 500
    if (status >= 400 && status < 500) return reply.code(status).send({ message: wordsFor(error) })
    request.log.error({ err: error }, 'request failed')
    return reply.code(500).send({ message: `Something went wrong on our side. If it happens again, tell us this number: ${request.id}` })
  })
}

const wordsFor = (error: FastifyError) => {
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return 'The request must carry JSON (content-type: application/json)'
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return 'The request is larger than 1 MB'
  if (error.statusCode === 400 && (error.name === 'SyntaxError' || error.code?.includes('JSON'))) return 'The request is not valid JSON'
  return error.message
}
