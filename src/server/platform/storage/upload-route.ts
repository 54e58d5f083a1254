import { createHash } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { fileTooLargeMessage, maxUploadBytes } from '#shared/uploads.ts'
import type { UploadStore } from './object-store.ts'
import { type UploadGrant, uploadPath } from './upload-links.ts'
import { createTooLargeError, receiveUpload } from './uploads.ts'

type Upload = { Params: { '*': string } }

/** As S3 does: a signed URL accepts one file of any content type by PUT. Nothing is served from these URLs. */
export const registerUploadRoute = async (app: FastifyInstance, deps: { objects: UploadStore; database: Database }): Promise<void> => {
  const { links } = deps.objects
  const verifyGrant = (request: FastifyRequest<Upload>): UploadGrant => {
    const grant = links.read(request.params['*'])
    if (!grant) throw new AppError(403, 'This upload address is not valid. Request a new one.')
    if (links.isExpired(grant)) throw new AppError(403, 'Request has expired')
    return grant
  }
  // In a scope of its own, because the content type parser applies to the whole scope.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.put<Upload>(`${uploadPath}*`, {
      bodyLimit: maxUploadBytes,
      // Checked before the body is read into memory.
      onRequest: async (request) => {
        await app.rateLimiter.limitAddress({ what: 'files', max: 240, windowSeconds: 60 }, request.ip, { strict: true })
        const { maxBytes } = verifyGrant(request)
        if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw createTooLargeError()
      },
      errorHandler: (error: FastifyError) => {
        throw error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? new AppError(413, fileTooLargeMessage) : error
      },
      handler: async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        await receiveUpload(deps, verifyGrant(request), body)
        // Upload libraries expect an ETag, as S3 sends one.
        return reply.header('etag', `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`).send()
      },
    })
  })
}
