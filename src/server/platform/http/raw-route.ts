import type { FastifyInstance, FastifyRequest } from 'fastify'

/** A request of another machine, as it came over the wire. */
export type RawRequest = {
  params: Record<string, string>
  raw: Buffer
  headers: Record<string, string | string[] | undefined>
  /** The network address that it came from. */
  address: string
}

/**
 * A POST whose body is bytes that must not be touched before their signature is checked, whatever their content type.
 * `handle` throws AppError for what it refuses, and answers nothing: whoever sends only wants to know that it arrived.
 */
export type RawRoute = { path: string; maxBytes: number; handle: (request: RawRequest) => Promise<void> }

/** Puts such routes on the server. A body that says it is larger than allowed is refused unread, one that turns out to be is cut off (413). */
export const registerRawRoutes = async (app: FastifyInstance, routes: readonly RawRoute[]): Promise<void> => {
  // In a scope of its own: everywhere else a body is JSON or nothing.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    // What the sender calls it decides nothing, not even when it is no media type at all.
    scope.addHook('onRequest', async ({ headers }) => {
      headers['content-type'] = 'application/octet-stream'
    })
    for (const { path, maxBytes, handle } of routes)
      scope.post(path, { bodyLimit: maxBytes }, async (request: FastifyRequest, reply) => {
        const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        await handle({ params: request.params as Record<string, string>, raw, headers: request.headers, address: request.ip })
        return reply.header('cache-control', 'no-store').send({ received: true })
      })
  })
}
