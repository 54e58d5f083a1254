import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { JsonSchema } from '#features/api-docs/openapi/json-schemas.ts'
import type { OpenApiDocument } from '#features/api-docs/openapi/openapi.ts'
import type { Person, Reply, TestApp } from '#server/testing/app.ts'
import type { Method, ReplyAt } from '#server/testing/contract.ts'

/** Forbids fields that the document does not name, which it leaves open for API clients. */
const closeObjects = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(closeObjects)
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.fromEntries(Object.entries(value).map(([key, is]) => [key, key === 'examples' ? is : closeObjects(is)]))
  const isObject = 'properties' in inner && !('additionalProperties' in inner) && [(inner as JsonSchema).type].flat().includes('object')
  return isObject ? { ...inner, additionalProperties: false } : inner
}

/** '/api/customers/7?limit=1' matches '/api/customers/{id}'; a path without parameters matches better than one with them. */
const findPath = (document: OpenApiDocument, url: string): string | undefined => {
  const path = url.split('?')[0]!
  const fits = Object.keys(document.paths).filter((one) => new RegExp(`^${one.replace(/\{\w+\}/g, '[^/]+')}$`).test(path))
  return fits.sort((a, b) => a.split('{').length - b.split('{').length)[0]
}

const pointer = (...parts: string[]) => `openapi#/${parts.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`

/** Sends requests, and validates each reply and each accepted body against the document. */
export const createValidatingClient = (app: TestApp, document: OpenApiDocument) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(closeObjects(document) as object, 'openapi')
  const seen = new Set<string>()

  const validate = (ref: string, value: unknown, call: string) => {
    const validate = ajv.compile({ $ref: ref })
    if (!validate(value))
      throw new Error(`${call} does not match the document: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(value)}`)
  }

  return {
    /** The ids of operations that succeeded. */
    seen,
    /** @throws Error for a reply that does not match the document, and for an accepted body that the document forbids */
    ask: async <M extends Method, Url extends string>(
      who: Person | null,
      method: M,
      url: Url,
      body?: unknown,
      headers: Record<string, string> = {},
    ): Promise<Reply<ReplyAt<M, Url>>> => {
      const call = `${method} ${url}`
      const path = findPath(document, url)
      const operation = path && document.paths[path]?.[method.toLowerCase()]
      if (!path || !operation) throw new Error(`The document has no operation for ${call}`)
      const reply = await app.send(who, method, url, body, headers)
      const operationPath = ['paths', path, method.toLowerCase()]
      const response = operation.responses[String(reply.status)]
      if (!response) throw new Error(`The document has no reply for ${call}: ${reply.status}: ${JSON.stringify(reply.body)}`)
      const answer = '$ref' in response ? document.components.responses[response.$ref.split('/').at(-1)!]! : response
      const pointerParts =
        '$ref' in response
          ? ['components', 'responses', response.$ref.split('/').at(-1)!]
          : [...operationPath, 'responses', String(reply.status)]
      const media = String(reply.headers['content-type'] ?? '').split(';')[0]!
      const content = Object.keys(answer.content ?? {})
      if (content.length === 0 ? reply.bytes.length > 0 : !content.includes(media))
        throw new Error(`${call} replies ${media || 'nothing'}, but the document says ${content.join(', ') || 'nothing'}`)
      if (media === 'application/json')
        validate(pointer(...pointerParts, 'content', media, 'schema'), reply.body, `${call} (${reply.status})`)
      if (reply.status >= 400) return reply
      if (body !== undefined && operation.requestBody)
        validate(pointer(...operationPath, 'requestBody', 'content', 'application/json', 'schema'), body, `The body of ${call}`)
      seen.add(operation.operationId)
      return reply
    },
  }
}
