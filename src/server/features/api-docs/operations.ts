import type { z } from 'zod'
import type { AnyEndpoint } from '#shared/endpoint.ts'
import type { OperationDescription } from './descriptions/description.ts'
import type { JsonSchema } from './json-schemas.ts'
import { buildErrorResponses, type ResponseObject, requestIdHeader } from './responses.ts'

/** A call of the API: what is said of it, and what a token needs to make it. */
export type DocumentedCall = {
  endpoint: AnyEndpoint
  area: string
  says: OperationDescription
  scopes: readonly string[]
  isRepeatable: boolean
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
const idOf = (title: string) =>
  title
    .replace(/[^\w\s-]/g, '')
    .split(/[\s-]+/)
    .map((word, i) => (i === 0 ? word.toLowerCase() : word[0]!.toUpperCase() + word.slice(1)))
    .join('')

const rowNumber: JsonSchema = { type: 'integer', minimum: 1, maximum: 2_147_483_647 }
const pathSchemas: Record<string, JsonSchema> = {
  id: rowNumber,
  ref: rowNumber,
  emailId: rowNumber,
  paymentId: rowNumber,
}

const queryWords: Record<string, string> = {
  limit: 'The most rows that one answer holds. Without it, all rows come at once.',
  after: 'Where the page begins: the `X-Next-Cursor` of the answer before.',
  search: 'Only what holds this text, in capitals or not.',
  q: 'What to look for.',
  sort: 'By which field; a minus before it turns the order around.',
  from: 'The first day.',
  to: 'The last day; it belongs to the range.',
  ids: 'Up to 100 ids, with commas between them.',
}

/** Shared parameters, which change requests and those about 'today' refer to. */
export const sharedParameters: Record<string, Parameter> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A text of your own, new for each change. Whoever sends the same request with the same key again gets the first answer again.',
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

/** Areas where it counts which day it is: what is overdue, has expired, or was paid this month. */
const aboutToday = new Set(['Invoices', 'Payments', 'Estimates', 'Reports'])

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
    ...(queryWords[name] ? { description: queryWords[name] } : {}),
    schema,
  }))

const json = (schema: JsonSchema) => ({ 'application/json': { schema } })

const goodAnswer = ({ endpoint, says }: DocumentedCall, schema: (of: z.ZodType) => JsonSchema): Record<string, ResponseObject> => {
  if (endpoint.kind === 'file') {
    const media = (says.mediaTypes ?? []).map((type) => [type, { schema: {} }] as const)
    return { 200: { description: 'The file.', headers: requestIdHeader, content: Object.fromEntries(media) } }
  }
  const isNothing = endpoint.reply._zod.def.type === 'void'
  if (isNothing) return { 204: { description: 'Done.', headers: requestIdHeader } }
  const cursor = endpoint.kind === 'list' ? { 'X-Next-Cursor': { $ref: '#/components/headers/NextCursor' } } : {}
  return {
    [String(endpoint.status ?? 200)]: {
      description: endpoint.kind === 'list' ? 'The rows.' : 'The answer.',
      headers: { ...requestIdHeader, ...cursor },
      content: json(schema(endpoint.reply)),
    },
  }
}

/** Whether the call takes a body that says something. */
const takesBody = ({ body }: AnyEndpoint) => !['undefined', 'void'].includes(body._zod.def.type)

/**
 * One call as OpenAPI has it.
 * @param schema what a schema of the contract is in the document: a reference, or itself
 */
export const buildOperation = (call: DocumentedCall, schema: (of: z.ZodType) => JsonSchema): Operation => {
  const { endpoint, area, says, scopes, isRepeatable } = call
  const body = takesBody(endpoint) ? schema(endpoint.body) : undefined
  const isEmpty = body !== undefined && !body.$ref && Object.keys(body.properties ?? {}).length === 0
  const parameters = [
    ...pathParameters(endpoint.path),
    ...queryParameters(endpoint.query && schema(endpoint.query)),
    ...(isRepeatable ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(aboutToday.has(area) ? [{ $ref: '#/components/parameters/TimeZone' }] : []),
  ]
  return {
    operationId: idOf(says.title),
    tags: [area],
    summary: says.title,
    description: says.description,
    security: [{ token: [...scopes] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body && !isEmpty ? { requestBody: { required: !endpoint.body.safeParse(undefined).success, content: json(body) } } : {}),
    responses: { ...goodAnswer(call, schema), ...buildErrorResponses(endpoint, says, isRepeatable) },
  }
}
