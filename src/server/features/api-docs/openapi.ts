import type { z } from 'zod'
import type { AnyEndpoint } from '#shared/endpoint.ts'
import { allDescriptions } from './descriptions/all.ts'
import type { OperationDescription } from './descriptions/description.ts'
import { examples } from './examples.ts'
import { describeField } from './field-descriptions.ts'
import { getSchemaRef, type JsonSchema, toJsonSchemas, wireSchemas } from './json-schemas.ts'
import { buildOperation, type DocumentedCall, type Operation, type Parameter, sharedParameters, toPathTemplate } from './operations.ts'
import { errorSchemas, type HeaderObject, type ResponseObject, sharedHeaders, sharedResponses } from './responses.ts'
import { schemaNames } from './schema-names.ts'

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

/** An endpoint of the table as far as the document needs it. */
export type ListedRoute = { endpoint: AnyEndpoint; isRepeatable?: boolean }

const saidOf = (endpoint: AnyEndpoint): { area: string; says: OperationDescription } | undefined => {
  const key = `${endpoint.method} ${endpoint.path}`
  const found = allDescriptions.find(({ operations }) => key in operations)
  return found && { area: found.area, says: found.operations[key]! }
}

/**
 * What programs may call, in the order of the areas.
 * @param scopesOf what a token must be allowed to do to make a call; null where none may
 * @throws Error for a call that tokens may make and of which nothing is said
 */
export const listOperations = (
  routes: readonly ListedRoute[],
  scopesOf: (endpoint: AnyEndpoint) => readonly string[] | null,
): DocumentedCall[] => {
  const calls = routes.flatMap(({ endpoint, isRepeatable = false }): DocumentedCall[] => {
    const scopes = scopesOf(endpoint)
    if (!scopes) return []
    const said = saidOf(endpoint)
    if (!said) throw new Error(`Say in src/shared/api/says what ${endpoint.method} ${endpoint.path} is for: API tokens may call it`)
    return [{ endpoint, ...said, scopes, isRepeatable }]
  })
  const order = allDescriptions.flatMap(({ operations }) => Object.keys(operations))
  const place = ({ endpoint: { method, path } }: DocumentedCall) => order.indexOf(`${method} ${path}`)
  return calls.sort((a, b) => place(a) - place(b))
}

/** With what the fields mean, and an example where there is one. */
const explained = (name: string, schema: JsonSchema): JsonSchema => {
  const properties = Object.entries(schema.properties ?? {}).map(([field, is]) => {
    const words = describeField(name, field)
    return [field, words ? { ...is, description: words } : is] as const
  })
  return {
    ...schema,
    ...(schema.properties ? { properties: Object.fromEntries(properties) } : {}),
    ...(name in examples ? { examples: [examples[name]] } : {}),
  }
}

/** Rows of a list by reference, where they have a name. */
const inlined = (schema: z.ZodType, all: Record<string, JsonSchema>, keys: ReadonlyMap<z.ZodType, string>): JsonSchema => {
  const name = schemaNames.get(schema)
  return name ? { $ref: getSchemaRef(name) } : all[keys.get(schema)!]!
}

/** Only the schemas that are spoken of, by name. */
const usedOf = (paths: OpenApiDocument['paths'], responses: Record<string, ResponseObject>, all: Record<string, JsonSchema>) => {
  const used = new Set<string>()
  const look = (value: unknown): void => {
    for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name!)) continue
      used.add(name!)
      look(all[name!])
    }
  }
  look([paths, responses])
  return Object.fromEntries(Object.entries(all).filter(([name]) => used.has(name)))
}

const says = `Invoices, estimates, customers, items, expenses and reports of one Billfold account, for programs.

Make a token under *Account*, *API tokens*, and send it as \`Authorization: Bearer billfold_…\`. Customers’ pages, payment providers’ webhooks, live updates and what only a signed-in person may do are not part of this.`

/**
 * The OpenAPI document of the calls.
 * @param scopes all that a token can be allowed, with words for people
 * @param publicUrl where this server is found
 */
export const buildOpenApi = (
  calls: readonly DocumentedCall[],
  { scopes, publicUrl }: { scopes: readonly string[]; publicUrl: URL },
): OpenApiDocument => {
  const keys = new Map<z.ZodType, string>(schemaNames)
  for (const { endpoint } of calls)
    for (const schema of [endpoint.body, endpoint.reply, endpoint.query])
      if (schema && !keys.has(schema)) keys.set(schema, `anonymous${keys.size}`)
  const all = toJsonSchemas(keys)
  const named = [...schemaNames.values()].map((name) => [name, explained(name, all[name]!)] as const)
  const schemas = { ...Object.fromEntries(named), ...wireSchemas, ...errorSchemas }
  const paths: OpenApiDocument['paths'] = {}
  for (const call of calls) {
    const path = toPathTemplate(call.endpoint.path)
    paths[path] = {
      ...paths[path],
      [call.endpoint.method.toLowerCase()]: buildOperation(call, (schema) => inlined(schema, all, keys)),
    }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Billfold API',
      version: '1',
      summary: 'Invoices and books, for programs',
      description: says,
      license: { name: 'AGPL-3.0-only', identifier: 'AGPL-3.0-only' },
    },
    servers: [{ url: publicUrl.origin }],
    tags: allDescriptions.map(({ area, description }) => ({ name: area, description })),
    security: [{ token: [] }],
    paths,
    components: {
      schemas: usedOf(paths, sharedResponses, schemas),
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
