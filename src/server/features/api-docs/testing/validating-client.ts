import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { JsonSchema } from '#server/features/api-docs/json-schemas.ts'
import type { OpenApiDocument } from '#server/features/api-docs/openapi.ts'
import type { Person, Reply, TestApp } from '#server/testing/app.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Answers may have no field more than the document tells of: what it leaves open for programs is closed here. */
const closed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.fromEntries(Object.entries(value).map(([key, is]) => [key, key === 'examples' ? is : closed(is)]))
  const isObject = 'properties' in inner && !('additionalProperties' in inner) && [(inner as JsonSchema).type].flat().includes('object')
  return isObject ? { ...inner, additionalProperties: false } : inner
}

/** '/api/customers/7?limit=1' fits '/api/customers/{id}'; a path without a hole fits better than one with. */
const pathOf = (document: OpenApiDocument, url: string): string | undefined => {
  const path = url.split('?')[0]!
  const fits = Object.keys(document.paths).filter((one) => new RegExp(`^${one.replace(/\{\w+\}/g, '[^/]+')}$`).test(path))
  return fits.sort((a, b) => a.split('{').length - b.split('{').length)[0]
}

const pointer = (...parts: string[]) => `told#/${parts.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`

/** Asks the app, and holds each answer and each accepted body to what the document tells. */
export const createValidatingClient = (app: TestApp, document: OpenApiDocument) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(closed(document) as object, 'told')
  const seen = new Set<string>()

  const hold = (ref: string, value: unknown, what: string) => {
    const validate = ajv.compile({ $ref: ref })
    if (!validate(value))
      throw new Error(`${what} isn’t what the document tells: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(value)}`)
  }

  return {
    /** The operations that gave a good answer. */
    seen,
    /** @throws Error where an answer isn't what the document tells, and where it accepts a body that the document forbids */
    ask: async (who: Person | null, method: Method, url: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> => {
      const what = `${method} ${url}`
      const path = pathOf(document, url)
      const operation = path && document.paths[path]?.[method.toLowerCase()]
      if (!path || !operation) throw new Error(`The document doesn’t tell of ${what}`)
      const reply = await app.send(who, method, url, body, headers)
      const place = ['paths', path, method.toLowerCase()]
      const told = operation.responses[String(reply.status)]
      if (!told) throw new Error(`The document doesn’t tell that ${what} answers ${reply.status}: ${JSON.stringify(reply.body)}`)
      const answer = '$ref' in told ? document.components.responses[told.$ref.split('/').at(-1)!]! : told
      const where =
        '$ref' in told ? ['components', 'responses', told.$ref.split('/').at(-1)!] : [...place, 'responses', String(reply.status)]
      const media = String(reply.headers['content-type'] ?? '').split(';')[0]!
      const content = Object.keys(answer.content ?? {})
      if (content.length === 0 ? reply.bytes.length > 0 : !content.includes(media))
        throw new Error(`${what} answers ${media || 'nothing'}, and the document tells of ${content.join(', ') || 'nothing'}`)
      if (media === 'application/json') hold(pointer(...where, 'content', media, 'schema'), reply.body, `${what} (${reply.status})`)
      if (reply.status >= 400) return reply
      if (body !== undefined && operation.requestBody)
        hold(pointer(...place, 'requestBody', 'content', 'application/json', 'schema'), body, `The body of ${what}`)
      seen.add(operation.operationId)
      return reply
    },
  }
}
