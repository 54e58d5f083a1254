import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SignedInUser } from '#server/platform/auth/sessions/sessions.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { setRequestUser } from '#server/platform/http/request-log.ts'
import { eventStreamPath } from '#shared/server-events.ts'
import type { EventHub } from './event-hub.ts'

type Deps = { live: EventHub; signedInUser: (request: FastifyRequest) => Promise<SignedInUser | null> }

/** How long a reader may take for the last words; after that the connection is cut. */
const farewellMs = 300

/** GET /api/live: what changes for whoever is signed in, as an event stream that lasts as long as the page. */
export const registerEventStreamRoute = async (app: FastifyInstance, { live, signedInUser }: Deps): Promise<void> => {
  // Before the server waits for its answers to end: by themselves these never do.
  app.addHook('preClose', async () => live.endStreams())
  app.get(eventStreamPath, { exposeHeadRoute: false }, async (request, reply) => {
    if (isForeign(request)) throw new AppError(403, 'This request comes from another site and was refused')
    const user = await signedInUser(request)
    if (!user) throw new AppError(401, 'Please sign in')
    setRequestUser(user.id, { isStream: true })
    const { body } = live.open(user)
    body.once('end', () => cutOff(reply))
    return (
      reply
        .header('cache-control', 'no-store')
        // Some proxies hold an answer back until it is complete.
        .header('x-accel-buffering', 'no')
        // Nobody sends a second request on it: when the stream ends, so does the connection.
        .header('connection', 'close')
        .type('text/event-stream')
        .send(body)
    )
  })
}

/** Other sites can't read it anyway; they aren't given a stream to hold open either. */
const isForeign = ({ headers }: FastifyRequest) => {
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

const cutOff = ({ raw }: FastifyReply) => {
  setTimeout(() => {
    if (!raw.writableFinished) raw.destroy()
  }, farewellMs).unref()
}
