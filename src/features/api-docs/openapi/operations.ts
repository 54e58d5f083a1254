import type { z } from 'zod'
import type { OperationDocs } from '#server/platform/http/area-docs.ts'
import type { AnyEndpoint } from '#shared/endpoint.ts'
import { conditionalScopes } from '#shared/token-scopes.ts'
import type { JsonSchema } from './json-schemas.ts'
import { buildErrorResponses, type ResponseObject, requestIdHeader } from './responses.ts'

/** An operation of the API with its description, and the scopes that a token needs for it. */
export type DocumentedCall = {
  endpoint: AnyEndpoint
  area: string
  description: OperationDocs
  scopes: readonly string[]
  isIdempotent: boolean
}

export type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; description?: string; schema: JsonSchema }
export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: { token: string[] }[]
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, ResponseObject | { $ref: string }>
}

/** ':id' -> '{id}' */
export const toPathTemplate = (path: string): string => path.replace(/:(\w+)/g, '{$1}')

/** 'List a customer’s invoices' -> 'listACustomersInvoices' */
const toOperationId = (title: string) =>
  title
    .replace(/[^\w\s-]/g, '')
    .split(/[\s-]+/)
    .map((word, i) => (i === 0 ? word.toLowerCase() : word[0]!.toUpperCase() + word.slice(1)))
    .join('')

const recordId: JsonSchema = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }
const pathSchemas: Record<string, JsonSchema> = {
  id: recordId,
  ref: recordId,
  emailId: recordId,
  paymentId: recordId,
}

const queryDescriptions: Record<string, string> = {
  limit: 'Maximum number of rows in the response, up to 1,000. Without it, up to 1,000 rows are returned.',
  after: 'The `X-Next-Cursor` of the previous page.',
  search: 'Only records that contain this text, ignoring case.',
  q: 'The words to search for.',
  sort: 'The field to sort by; a minus before it reverses the order.',
  from: 'The first day.',
  to: 'The last day, inclusive.',
  date: 'The date of the document; by default, today.',
  short: 'With `true`, the rows have no line items, notes, terms, subtotal and tax, and are returned faster.',
  ids: 'Up to 100 IDs, separated by commas.',
}

/** Parameters that operations refer to. */
export const sharedParameters: Record<string, Parameter> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'A unique text of your own for each change. Repeating the request with the same key returns the first response again.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]{1,255}$' },
  },
  TimeZone: {
    name: 'X-Time-Zone',
    in: 'header',
    required: false,
    description: 'An IANA time zone that decides what ‘today’ is, unless the business profile names one. Otherwise it is UTC.',
    schema: { type: 'string' },
  },
}

/** Areas whose results depend on which day is today: what is overdue, expired, or paid this month. */
const timeZoneAreas = new Set(['Invoices', 'Payments', 'Estimates', 'Reports'])

const pathParameters = (path: string): Parameter[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name: name!,
    in: 'path',
    required: true,
    schema: pathSchemas[name!] ?? { type: 'string' },
  }))

const queryParameters = (query: JsonSchema | undefined): Parameter[] =>
  Object.entries(query?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: query?.required?.includes(name) ?? false,
    ...(queryDescriptions[name] ? { description: queryDescriptions[name] } : {}),
    schema,
  }))

const jsonContent = (schema: JsonSchema) => ({ 'application/json': { schema } })

const buildSuccessResponse = (
  { endpoint, description }: DocumentedCall,
  schema: (of: z.ZodType) => JsonSchema,
): Record<string, ResponseObject> => {
  if (endpoint.kind === 'file') {
    const media = (description.mediaTypes ?? []).map((type) => [type, { schema: {} }] as const)
    return { 200: { description: 'The file.', headers: requestIdHeader, content: Object.fromEntries(media) } }
  }
  const isEmptyReply = endpoint.reply._zod.def.type === 'void'
  if (isEmptyReply) return { 204: { description: 'Done.', headers: requestIdHeader } }
  const cursor = endpoint.kind === 'list' ? { 'X-Next-Cursor': { $ref: '#/components/headers/NextCursor' } } : {}
  return {
    [String(endpoint.status ?? 200)]: {
      description: endpoint.kind === 'list' ? 'The rows.' : 'The answer.',
      headers: { ...requestIdHeader, ...cursor },
      content: jsonContent(schema(endpoint.reply)),
    },
  }
}

/** The scope that the operation needs besides, in some cases. */
const describeFurtherScope = ({ method, path }: AnyEndpoint): string => {
  const [scope, when] = conditionalScopes[`${method} ${path}`] ?? []
  return scope ? ` Also requires the scope \`${scope}\` ${when}.` : ''
}

/** Whether the operation has a body. */
const hasBody = ({ body }: AnyEndpoint) => !['undefined', 'void'].includes(body._zod.def.type)

/** Builds the OpenAPI operation. @param schema resolves a schema of the contract to a reference or an inline schema */
export const buildOperation = (call: DocumentedCall, schema: (of: z.ZodType) => JsonSchema): Operation => {
  const { endpoint, area, description, scopes, isIdempotent } = call
  const body = hasBody(endpoint) ? schema(endpoint.body) : undefined
  const isEmpty = body !== undefined && !body.$ref && Object.keys(body.properties ?? {}).length === 0
  const parameters = [
    ...pathParameters(endpoint.path),
    ...queryParameters(endpoint.query && schema(endpoint.query)),
    ...(isIdempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(timeZoneAreas.has(area) ? [{ $ref: '#/components/parameters/TimeZone' }] : []),
  ]
  return {
    operationId: toOperationId(description.title),
    tags: [area],
    summary: description.title,
    description: description.description + describeFurtherScope(endpoint),
    security: [{ token: [...scopes] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body && !isEmpty ? { requestBody: { required: !endpoint.body.safeParse(undefined).success, content: jsonContent(body) } } : {}),
    responses: { ...buildSuccessResponse(call, schema), ...buildErrorResponses(endpoint, description, isIdempotent) },
  }
}
