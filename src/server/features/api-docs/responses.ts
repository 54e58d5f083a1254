import type { AnyEndpoint } from '#shared/endpoint.ts'
import type { OperationDescription } from './descriptions/description.ts'
import { errorExamples } from './examples.ts'
import { getSchemaRef, type JsonSchema } from './json-schemas.ts'

export type HeaderObject = { description: string; schema: JsonSchema }
export type ResponseObject = {
  description: string
  headers?: Record<string, HeaderObject | { $ref: string }>
  content?: Record<string, { schema: JsonSchema; example?: unknown }>
}

const issues: JsonSchema = {
  type: 'array',
  description: 'Each wrong field by its path in the request, 200 at most.',
  items: {
    type: 'object',
    properties: { path: { type: 'string' }, message: { type: 'string' } },
    required: ['path', 'message'],
  },
}

/** The body of every refusal. */
export const errorSchemas: Record<string, JsonSchema> = {
  Error: {
    type: 'object',
    properties: {
      message: { type: 'string', description: 'One sentence for people, which names the thing and says how to mend it.' },
      issues,
    },
    required: ['message'],
    additionalProperties: true,
  },
  InputError: {
    type: 'object',
    properties: { message: { type: 'string', description: 'One sentence that names the first wrong field.' }, issues },
    required: ['message'],
    additionalProperties: true,
  },
  Conflict: {
    type: 'object',
    properties: {
      message: { type: 'string', description: 'One sentence that says what stands against it.' },
      current: { description: 'Where a stale version was sent: the record as it is now.' },
      issues,
    },
    required: ['message'],
    additionalProperties: true,
  },
  KeyReused: {
    type: 'object',
    properties: { message: { type: 'string' }, first: { description: 'What the key’s first request was answered.' } },
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
const header = (name: string) => ({ $ref: `#/components/headers/${name}` })
export const requestIdHeader = { 'X-Request-Id': header('RequestId') }

const problem = (description: string, schema: string, example?: unknown): ResponseObject => ({
  description,
  headers: requestIdHeader,
  content: { 'application/json': { schema: { $ref: getSchemaRef(schema) }, ...(example ? { example } : {}) } },
})
/** It may be asked again, and the answer says when. */
const later = (description: string): ResponseObject => {
  const answer = problem(description, 'Error')
  return { ...answer, headers: { ...answer.headers, 'Retry-After': header('RetryAfter') } }
}
const asksForToken = { 'WWW-Authenticate': header('WwwAuthenticate') }
const scopeMissing = (description: string, example?: unknown): ResponseObject => ({
  ...problem(description, 'Error', example),
  headers: { ...requestIdHeader, ...asksForToken },
})
const unauthorized = problem('No token, or one that is unknown, revoked or over.', 'Error', errorExamples[401])

/** Refusals that are the same for every call. */
export const sharedResponses: Record<string, ResponseObject> = {
  BadRequest: problem('Something about the request is wrong; the message says what, and `issues` where.', 'InputError', errorExamples[400]),
  Unauthorized: { ...unauthorized, headers: { ...unauthorized.headers, ...asksForToken } },
  Forbidden: scopeMissing('The token isn’t allowed this; the message names the scope that it lacks.', errorExamples[403]),
  NotFound: problem('There is no such record, or it is somebody else’s: both are answered alike.', 'Error', errorExamples[404]),
  KeyReused: problem('The Idempotency-Key was used for a different request.', 'KeyReused'),
  NoPdf: problem(
    'The document can’t be made into a PDF; the message says why. Asked again, the answer is the same until the document changes.',
    'Error',
  ),
  TooMany: later('Too many requests.'),
  Full: later('The server’s disk is full. Nothing was changed.'),
  Unavailable: later('The database can’t be reached at the moment. Nothing was changed.'),
}
const shared = (name: string) => ({ $ref: `#/components/responses/${name}` })

/** What a call can be answered but the good answer. */
export const buildErrorResponses = (
  endpoint: AnyEndpoint,
  says: OperationDescription,
  isRepeatable: boolean,
): Record<string, ResponseObject | { $ref: string }> => ({
  ...(endpoint.method !== 'GET' || endpoint.query ? { 400: shared('BadRequest') } : {}),
  401: shared('Unauthorized'),
  403: says.forbidden
    ? scopeMissing(`The token isn’t allowed this; the message names the scope that it lacks. Or: ${says.forbidden}`)
    : shared('Forbidden'),
  ...(endpoint.path.includes(':') || says.referencesRecords ? { 404: shared('NotFound') } : {}),
  ...(says.conflict
    ? { 409: problem(says.conflict, 'Conflict', says.conflict.includes('invoice number') ? errorExamples[409] : undefined) }
    : {}),
  ...(endpoint.maxBytes
    ? { 413: problem(`The body is larger than ${endpoint.maxBytes / 1_048_576} MB, or the account holds as much as it may.`, 'Error') }
    : {}),
  ...(isRepeatable ? { 422: shared('KeyReused') } : says.drawsPdf ? { 422: shared('NoPdf') } : {}),
  429: shared('TooMany'),
  503: shared('Unavailable'),
  ...(endpoint.method === 'GET' ? {} : { 507: shared('Full') }),
})
