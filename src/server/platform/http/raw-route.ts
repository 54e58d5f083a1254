import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#server/platform/errors/app-error.ts'

export type RawRequest = {
  params: Record<string, string>
  raw: Buffer
  headers: Record<string, string | string[] | undefined>
  address: string
}

/** For a body whose signature is verified. `handle` throws AppError to refuse the request. */
export type RawRoute = { path: string; maxBytes: number; handle: (request: RawRequest) => Promise<void> }

/** Per IP address. Requests with a right token are never refused for others from the same address. */
const unknownLimit = { what: 'requests with a wrong token', max: 30, windowSeconds: 600 }

/** What a handler answers with 404 is counted for the client's address, and refused with 429 above the limit. */
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
        const received = { params: request.params as Record<string, string>, raw, headers: request.headers, address: request.ip }
        await handle(received).catch(async (error: unknown) => {
          if (error instanceof AppError && error.status === 404) await app.rateLimiter.limitAddress(unknownLimit, request.ip)
          throw error
        })
        return reply.header('cache-control', 'no-store').send({ received: true })
      })
  })
}
