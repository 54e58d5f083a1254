import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { FindSignedInUser } from '#server/platform/http/authentication.ts'
import { limitVisitor } from '#server/platform/http/rate-limits.ts'
import { setRequestUser } from '#server/platform/http/request-log.ts'
import { eventStreamPath } from '#shared/server-events.ts'
import type { EventHub } from './event-hub.ts'

type Deps = { events: EventHub; signedInUser: FindSignedInUser }

const closeAfterMs = 300

export const registerEventStreamRoute = async (app: FastifyInstance, { events, signedInUser }: Deps): Promise<void> => {
  // Before the server waits for open responses, which these would never end by themselves.
  app.addHook('preClose', async () => events.endStreams())
  app.get(eventStreamPath, { exposeHeadRoute: false }, async (request, reply) => {
    if (isForeign(request)) throw new AppError(403, 'This request comes from another site and was refused')
    const user = await signedInUser(request)
    if (!user) await limitVisitor(app, request)
    if (!user) throw new AppError(401, 'Please sign in')
    setRequestUser(user.id, { isStream: true })
    const { body } = events.open(user)
    body.once('end', () => closeConnection(reply))
    return (
      reply
        .header('cache-control', 'no-store')
        // Turns off response buffering in nginx and other proxies.
        .header('x-accel-buffering', 'no')
        // The connection is not reused after the stream.
        .header('connection', 'close')
        .type('text/event-stream')
        .send(body)
    )
  })
}

/** Other sites could not read the stream, but they could keep one open. */
const isForeign = ({ headers }: FastifyRequest) => {
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

const closeConnection = ({ raw }: FastifyReply) => {
  setTimeout(() => {
    if (!raw.writableFinished) raw.destroy()
  }, closeAfterMs).unref()
}
