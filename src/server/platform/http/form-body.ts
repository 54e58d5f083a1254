import type { FastifyInstance, FastifyRequest } from 'fastify'

const maxBytes = 16_384

export const acceptFormBodies = (app: FastifyInstance): void => {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: maxBytes }, (_request, body, done) =>
    done(null, new URLSearchParams(body as string)),
  )
}

export const getFormBody = ({ body }: FastifyRequest): URLSearchParams => (body instanceof URLSearchParams ? body : new URLSearchParams())
