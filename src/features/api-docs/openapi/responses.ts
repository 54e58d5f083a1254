import type { OperationDocs } from '#server/platform/http/area-docs.ts'
import type { AnyEndpoint } from '#shared/endpoint.ts'
import { errorExamples } from './examples.ts'
import { getSchemaRef, type JsonSchema } from './json-schemas.ts'

export type HeaderObject = { description: string; schema: JsonSchema }
export type ResponseObject = {
  description: string
  headers?: Record<string, HeaderObject | { $ref: string }>
  content?: Record<string, { schema: JsonSchema; example?: unknown }>
}

const issuesSchema: JsonSchema = {
  type: 'array',
  description: 'Each wrong field by its path in the request, 200 at most.',
  items: {
    type: 'object',
    properties: { path: { type: 'string' }, message: { type: 'string' } },
    required: ['path', 'message'],
  },
}

/** The bodies of refusals. */
export const errorSchemas: Record<string, JsonSchema> = {
  Error: {
    type: 'object',
    properties: {
      message: { type: 'string', description: 'One sentence for people, which names the thing and says how to mend it.' },
      issues: issuesSchema,
    },
    required: ['message'],
    additionalProperties: true,
  },
  InputError: {
    type: 'object',
    properties: { message: { type: 'string', description: 'One sentence that names the first wrong field.' }, issues: issuesSchema },
    required: ['message'],
    additionalProperties: true,
  },
  Conflict: {
    type: 'object',
    properties: {
      message: { type: 'string', description: 'One sentence that says what stands against it.' },
      current: { description: 'Where a stale version was sent: the record as it is now.' },
      issues: issuesSchema,
    },
    required: ['message'],
    additionalProperties: true,
  },
  KeyReused: {
    type: 'object',
    properties: {
      message: { type: 'string' },
      first: { description: 'What the key’s first request was answered, if it was the same call with another body.' },
    },
    required: ['message'],
    additionalProperties: true,
  },
}

export const sharedHeaders: Record<string, HeaderObject> = {
  NextCursor: {
    description: 'Send it as `after` for the next page. Not there after the last page.',
    schema: { type: 'string' },
  },
  RetryAfter: { description: 'After how many seconds to try again.', schema: { type: 'integer' } },
  RequestId: { description: 'Names this request in the server’s log.', schema: { type: 'string' } },
  WwwAuthenticate: {
    description: 'Where a token came along: `Bearer error="invalid_token"`, or `insufficient_scope` with the scopes that the call takes.',
    schema: { type: 'string' },
  },
}
const headerRef = (name: string) => ({ $ref: `#/components/headers/${name}` })
export const requestIdHeader = { 'X-Request-Id': headerRef('RequestId') }

const createError = (description: string, schema: string, example?: unknown): ResponseObject => ({
  description,
  headers: requestIdHeader,
  content: { 'application/json': { schema: { $ref: getSchemaRef(schema) }, ...(example ? { example } : {}) } },
})
/** An error after which the request can be repeated; the reply says when. */
const createRetryableError = (description: string): ResponseObject => {
  const answer = createError(description, 'Error')
  return { ...answer, headers: { ...answer.headers, 'Retry-After': headerRef('RetryAfter') } }
}
const tokenHeader = { 'WWW-Authenticate': headerRef('WwwAuthenticate') }
const createScopeError = (description: string, example?: unknown): ResponseObject => ({
  ...createError(description, 'Error', example),
  headers: { ...requestIdHeader, ...tokenHeader },
})
const unauthorized = createError('No token, or one that is unknown, revoked or expired.', 'Error', errorExamples[401])

/** Errors that are the same for every operation. */
export const sharedResponses: Record<string, ResponseObject> = {
  BadRequest: createError(
    'The request is invalid; the message says why, and `issues` lists invalid fields.',
    'InputError',
    errorExamples[400],
  ),
  Unauthorized: { ...unauthorized, headers: { ...unauthorized.headers, ...tokenHeader } },
  Forbidden: createScopeError('The token lacks a scope, which the message names.', errorExamples[403]),
  NotFound: createError('There is no such record, or it belongs to another account.', 'Error', errorExamples[404]),
  KeyReused: createError('The Idempotency-Key was used for a different request.', 'KeyReused'),
  NoPdf: createError(
    'The document can’t be rendered as a PDF; the message says why. Repeating the request fails until the document changes.',
    'Error',
  ),
  TooMany: createRetryableError('Too many requests.'),
  Full: createRetryableError('The server’s disk is full. Nothing was changed.'),
  Unavailable: createRetryableError('The database can’t be reached. Nothing was changed.'),
}
const responseRef = (name: string) => ({ $ref: `#/components/responses/${name}` })

/** Builds the error responses of an operation. */
export const buildErrorResponses = (
  endpoint: AnyEndpoint,
  description: OperationDocs,
  isIdempotent: boolean,
): Record<string, ResponseObject | { $ref: string }> => ({
  ...(endpoint.method !== 'GET' || endpoint.query ? { 400: responseRef('BadRequest') } : {}),
  401: responseRef('Unauthorized'),
  403: description.forbidden
    ? createScopeError(`The token lacks a scope, which the message names. Or: ${description.forbidden}`)
    : responseRef('Forbidden'),
  ...(endpoint.path.includes(':') || description.referencesRecords ? { 404: responseRef('NotFound') } : {}),
  ...(description.conflict
    ? {
        409: createError(
          description.conflict,
          'Conflict',
          description.conflict.includes('invoice number') ? errorExamples[409] : undefined,
        ),
      }
    : {}),
  ...(endpoint.maxBytes
    ? { 413: createError(`The body is larger than ${endpoint.maxBytes / 1_048_576} MB, or the account holds as much as it may.`, 'Error') }
    : {}),
  ...(isIdempotent ? { 422: responseRef('KeyReused') } : description.rendersPdf ? { 422: responseRef('NoPdf') } : {}),
  429: responseRef('TooMany'),
  503: responseRef('Unavailable'),
  ...(endpoint.method === 'GET' ? {} : { 507: responseRef('Full') }),
})
