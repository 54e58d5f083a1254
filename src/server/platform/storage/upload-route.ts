import { createHash } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#server/platform/errors/app-error.ts'
import { fileTooLargeMessage, maxUploadBytes } from '#shared/uploads.ts'
import { toUsedUploadKey } from './object-keys.ts'
import type { ObjectStore, UploadIntake } from './object-store.ts'
import { type UploadGrant, uploadPath } from './upload-links.ts'

type Upload = { Params: { '*': string } }

const createUsedError = () => new AppError(409, 'A file was already sent to this upload address. Request a new one.')

/**
 * Receives uploads in place of S3: a signed URL accepts one PUT of any content type. A second PUT succeeds only with the same bytes, because the first
 * response may have been lost. Nothing is served from these URLs.
 */
export const registerUploadRoute = async (app: FastifyInstance, store: ObjectStore, { links, putOnce }: UploadIntake): Promise<void> => {
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
        verifyGrant(request)
      },
      errorHandler: (error: FastifyError) => {
        throw error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? new AppError(413, fileTooLargeMessage) : error
      },
      handler: async (request, reply) => {
        const { key, maxBytes } = verifyGrant(request)
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        if (body.length > maxBytes) throw new AppError(413, fileTooLargeMessage)
        if ((await store.stat(toUsedUploadKey(key))) || !(await putOnce(key, body))) throw createUsedError()
        // Upload libraries expect an ETag, as S3 sends one.
        return reply.header('etag', `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`).send()
      },
    })
  })
}
