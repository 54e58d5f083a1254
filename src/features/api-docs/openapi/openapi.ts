import type { AreaDocs } from '#server/platform/http/area-docs.ts'
import type { AnyEndpoint } from '#shared/endpoint.ts'
import { collectExamples, furtherExamples } from './examples.ts'
import { describeField } from './field-descriptions.ts'
import { type JsonSchema, toJsonSchemas, wireSchemas } from './json-schemas.ts'
import { buildOperation, type DocumentedCall, type Operation, type Parameter, sharedParameters, toPathTemplate } from './operations.ts'
import { errorSchemas, type HeaderObject, type ResponseObject, sharedHeaders, sharedResponses } from './responses.ts'

export type OpenApiDocument = {
  openapi: '3.1.1'
  info: { title: string; version: string; summary: string; description: string; license: { name: string; identifier: string } }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  security: { token: string[] }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, ResponseObject>
    parameters: Record<string, Parameter>
    headers: Record<string, HeaderObject>
    securitySchemes: Record<string, unknown>
  }
}

/** A mounted endpoint, as far as the document needs it. */
export type ListedRoute = { endpoint: AnyEndpoint; isIdempotent?: boolean }

const getKey = ({ method, path }: AnyEndpoint) => `${method} ${path}`

/** The names of schemas in the document. A schema without a name is inlined where it is used. */
const nameSchemas = (areas: readonly AreaDocs[]) =>
  new Map(
    areas.flatMap(({ schemas = {} }) =>
      Object.entries(schemas).map(([name, schema]) => [schema, `${name.charAt(0).toUpperCase()}${name.slice(1)}`] as const),
    ),
  )

/**
 * Lists the operations that API tokens may call, in the order of the document.
 * @param scopesOf the scopes that a token needs for a call; null when no token may make it
 * @throws Error for a call that tokens may make and that has no description
 */
export const listOperations = (
  areas: readonly AreaDocs[],
  routes: readonly ListedRoute[],
  scopesOf: (endpoint: AnyEndpoint) => readonly string[] | null,
): DocumentedCall[] => {
  const descriptions = new Map(
    areas.flatMap(({ area, operations }) =>
      operations.map(([endpoint, description]) => [getKey(endpoint), { area, description }] as const),
    ),
  )
  const calls = routes.flatMap(({ endpoint, isIdempotent = false }): DocumentedCall[] => {
    const scopes = scopesOf(endpoint)
    if (!scopes) return []
    const described = descriptions.get(getKey(endpoint))
    if (!described) throw new Error(`Describe ${getKey(endpoint)} in the docs of its area: API tokens may call it`)
    return [{ endpoint, ...described, scopes, isIdempotent }]
  })
  const order = [...descriptions.keys()]
  return calls.sort((a, b) => order.indexOf(getKey(a.endpoint)) - order.indexOf(getKey(b.endpoint)))
}

/** Adds the descriptions of fields, and an example where there is one. */
const describeSchema = (name: string, schema: JsonSchema, examples: Readonly<Record<string, unknown>>): JsonSchema => {
  const properties = Object.entries(schema.properties ?? {}).map(([field, property]) => {
    const description = describeField(name, field)
    return [field, description ? { ...property, description } : property] as const
  })
  return {
    ...schema,
    ...(schema.properties ? { properties: Object.fromEntries(properties) } : {}),
    ...(name in examples ? { examples: [examples[name], ...(furtherExamples[name] ?? [])] } : {}),
  }
}

/** The schemas that the document refers to, by name. */
const selectUsedSchemas = (
  paths: OpenApiDocument['paths'],
  responses: Record<string, ResponseObject>,
  schemas: Record<string, JsonSchema>,
) => {
  const used = new Set<string>()
  const visit = (value: unknown): void => {
    for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name!)) continue
      used.add(name!)
      visit(schemas[name!])
    }
  }
  visit([paths, responses])
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)))
}

const introduction = `Invoices, estimates, customers, items, expenses and reports of one Billfold account, for programs.

Create a token under *Account*, *API tokens*, and send it as \`Authorization: Bearer billfold_…\`. Customers’ pages, payment providers’ webhooks, live updates and calls that require a signed-in user are not part of this API.`

/**
 * Builds the OpenAPI document.
 * @param scopes all scopes that a token can have
 * @param publicUrl the server's URL
 */
export const buildOpenApi = (
  areas: readonly AreaDocs[],
  calls: readonly DocumentedCall[],
  { scopes, publicUrl }: { scopes: readonly string[]; publicUrl: URL },
): OpenApiDocument => {
  const { named, resolve } = toJsonSchemas(
    nameSchemas(areas),
    calls.flatMap(({ endpoint: { body, reply, query } }) => [body, reply, ...(query ? [query] : [])]),
  )
  const examples = collectExamples(areas)
  const described = Object.entries(named).map(([name, schema]) => [name, describeSchema(name, schema, examples)] as const)
  const schemas = { ...Object.fromEntries(described), ...wireSchemas, ...errorSchemas }
  const paths: OpenApiDocument['paths'] = {}
  for (const call of calls) {
    const path = toPathTemplate(call.endpoint.path)
    paths[path] = { ...paths[path], [call.endpoint.method.toLowerCase()]: buildOperation(call, resolve) }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Billfold API',
      version: '1',
      summary: 'Invoices and books, for programs',
      description: introduction,
      license: { name: 'AGPL-3.0-only', identifier: 'AGPL-3.0-only' },
    },
    servers: [{ url: publicUrl.origin }],
    tags: areas.map(({ area, description }) => ({ name: area, description })),
    security: [{ token: [] }],
    paths,
    components: {
      schemas: selectUsedSchemas(paths, sharedResponses, schemas),
      responses: sharedResponses,
      parameters: sharedParameters,
      headers: sharedHeaders,
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'billfold_…',
          description: `An API token of the account. What it may do is chosen when it is made: ${scopes.join(', ')}.`,
        },
      },
    },
  }
}
