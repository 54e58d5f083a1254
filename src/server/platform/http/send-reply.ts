import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { StoredReply } from '#server/platform/db/idempotency.ts'
import type { Page } from '#server/platform/db/pagination.ts'
import { type AnyEndpoint, nextCursorHeader } from '#shared/endpoint.ts'
import { pageOwnerHeader } from '#shared/service-worker.ts'
import type { Requester } from './authentication.ts'
import { chooseEncoding } from './content-encoding.ts'
import { type FileReply, JsonText, type Redirect } from './route.ts'

type Result = { endpoint: AnyEndpoint; result: unknown; user: Requester | null }

/** Encoded with the endpoint's schema, so that unknown properties never leave the server. */
export const sendReply = (request: FastifyRequest, reply: FastifyReply, { endpoint, result, user }: Result) => {
  reply.header('cache-control', endpoint.access === 'public' ? 'no-store, private' : 'no-store')
  // Clients store responses offline only for this user.
  if (user && endpoint.access !== 'public') reply.header(pageOwnerHeader, String(user.id))
  if (endpoint.kind === 'file') return sendFile(request, reply, result as FileReply)
  if (endpoint.kind === 'redirect') return reply.redirect((result as Redirect).location, 303)
  if (result === undefined || (result instanceof StoredReply && result.text === null)) return reply.code(204).send()
  const next = endpoint.kind === 'list' ? (result as Page<unknown>).next : null
  if (next !== null) reply.header(nextCursorHeader, next)
  const value = endpoint.kind === 'list' ? (result as Page<unknown>).rows : result
  return reply
    .code(endpoint.status ?? 200)
    .type('application/json; charset=utf-8')
    .send(value instanceof JsonText || value instanceof StoredReply ? value.text : JSON.stringify(endpoint.reply.encode(value)))
}

const sendFile = (request: FastifyRequest, reply: FastifyReply, file: FileReply) => {
  const { contentType, fileName, encoded, etag, disposition = 'inline', policy } = file
  if (policy) reply.header('content-security-policy', policy)
  if (etag) {
    reply.header('etag', `"${etag}"`).header('cache-control', 'private, no-cache')
    if (request.headers['if-none-match'] === `"${etag}"`) return reply.code(304).send()
  }
  const encoding = encoded ? chooseEncoding(request.headers['accept-encoding'] ?? '') : null
  if (encoded) reply.header('vary', 'accept-encoding')
  if (encoding) reply.header('content-encoding', encoding)
  const bytes = encoded && encoding ? encoded[encoding] : file.bytes
  return reply
    .type(contentType)
    .header('content-disposition', formatContentDisposition(disposition, fileName))
    .send(bytes instanceof Readable ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}

/** RFC 6266: an ASCII file name for old clients and the exact one in UTF-8. */
export const formatContentDisposition = (disposition: 'inline' | 'attachment', fileName: string): string => {
  const asciiName = fileName.replace(/[^\w.-]+/g, '_')
  const encodedName = encodeURIComponent(fileName).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)
  return `${disposition}; filename="${asciiName}"; filename*=UTF-8''${encodedName}`
}
