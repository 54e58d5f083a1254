import { createHash } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#server/platform/errors/app-error.ts'
import { fileTooLargeMessage, maxUploadBytes } from '#shared/uploads.ts'
import { toUsedUploadKey } from './object-keys.ts'
import type { ObjectStore, UploadIntake } from './object-store.ts'
import { type UploadGrant, uploadPath } from './upload-links.ts'

type Upload = { Params: { '*': string } }

const used = () => new AppError(409, 'A file was sent to this upload address already. Ask for a new one.')

/**
 * Takes the bytes of uploads, as S3 would: who holds a signed address may PUT there, whatever the content type, and only once; a second time only
 * the very same bytes are let through, since an answer may have been lost. Nothing is served from it.
 */
export const registerUploadRoute = async (app: FastifyInstance, store: ObjectStore, { links, putOnce }: UploadIntake): Promise<void> => {
  const grantOf = (request: FastifyRequest<Upload>): UploadGrant => {
    const grant = links.read(request.params['*'])
    if (!grant) throw new AppError(403, 'This upload address is not valid. Ask for a new one.')
    if (links.isExpired(grant)) throw new AppError(403, 'Request has expired')
    return grant
  }
  // In a scope of its own: everywhere else a body is JSON or nothing.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.put<Upload>(`${uploadPath}*`, {
      bodyLimit: maxUploadBytes,
      // Before the body: who may not upload doesn't get to fill the memory either.
      onRequest: async (request) => {
        await app.limits.limitAddress({ what: 'files', max: 240, windowSeconds: 60 }, request.ip, { strict: true })
        grantOf(request)
      },
      errorHandler: (error: FastifyError) => {
        throw error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? new AppError(413, fileTooLargeMessage) : error
      },
      handler: async (request, reply) => {
        const { key, maxBytes } = grantOf(request)
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        if (body.length > maxBytes) throw new AppError(413, fileTooLargeMessage)
        if ((await store.stat(toUsedUploadKey(key))) || !(await putOnce(key, body))) throw used()
        // Upload widgets wait for it, since S3 answers with one.
        return reply.header('etag', `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`).send()
      },
    })
  })
}
