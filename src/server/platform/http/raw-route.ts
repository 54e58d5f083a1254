import type { FastifyInstance, FastifyRequest } from 'fastify'

export type RawRequest = {
  params: Record<string, string>
  /** The body as it was received. */
  raw: Buffer
  headers: Record<string, string | string[] | undefined>
  /** The IP address of the client. */
  address: string
}

/**
 * A POST route, such as a webhook, whose unparsed body is needed to verify a signature. `handle` throws AppError to refuse the request; otherwise the
 * response only confirms the receipt.
 */
export type RawRoute = { path: string; maxBytes: number; handle: (request: RawRequest) => Promise<void> }

/** Registers raw routes. Bodies larger than `maxBytes` are refused with 413, by Content-Length if there is one. */
export const registerRawRoutes = async (app: FastifyInstance, routes: readonly RawRoute[]): Promise<void> => {
  // In a scope of its own, because the content type parser applies to the whole scope.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    // Overwritten, because Fastify refuses requests with a malformed content type.
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
