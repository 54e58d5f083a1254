import { z } from 'zod'
import type { AnyEndpoint } from '#shared/endpoint.ts'
import type { Tenant } from './tenant.ts'

/** What each field that names a row stands for. */
const named: Record<string, (whose: Tenant) => unknown> = {
  customerId: ({ ids }) => ids.customers,
  itemId: ({ ids }) => ids.items,
  receiptFileId: ({ ids }) => ids.receipts,
  ids: ({ ids }) => String(ids.invoices),
  logoUrl: ({ logoPath }) => logoPath,
  logoURL: ({ uploads }) => uploads.logoURL,
  uploadURL: ({ uploads }) => uploads.uploadURL,
  // The provider's page that a customer says he comes from.
  sessionId: ({ parts }) => parts.invoices.orderId,
}

/** Fields that sound like a row's name and aren't. */
const nobodys = new Set([
  // A link to somewhere else, which the server never follows.
  'receiptUrl',
  // How a provider knows the account of the business itself.
  'paypalClientId',
  // Which of the invoice's own lines it is; compared with no others.
  'lineItems.0.id',
])

const soundsLikeRow = /(?:id|ids|url|ref|refs|key|token|name|number)$/i
/** What a person types, and the secrets that he alone knows. */
const typed = /name$|number$|key$|^token$/i

type JsonSchema = {
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
}

const pathsIn = (schema: JsonSchema, at: string[]): string[][] => [
  ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [[...at, name], ...pathsIn(inner, [...at, name])]),
  ...(schema.items ? pathsIn(schema.items, [...at, '0']) : []),
  ...[schema.anyOf, schema.oneOf, schema.allOf].flatMap((parts) => (parts ?? []).flatMap((part) => pathsIn(part, at))),
]

export type Reference = { in: 'body' | 'query'; path: string[]; of: (whose: Tenant) => unknown }

/**
 * Where a call's body and query name rows, read from their schemas.
 * @throws Error for a field that sounds like a row's name and that nobody has said anything about
 */
export const listReferences = ({ method, path: address, body, query }: AnyEndpoint): Reference[] =>
  (['body', 'query'] as const).flatMap((where) => {
    const schema = where === 'body' ? body : query
    if (!schema) return []
    const paths = pathsIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, [])
    return paths.flatMap((path) => {
      const name = path.at(-1)!
      const of = named[name]
      if (of) return { in: where, path, of }
      if (soundsLikeRow.test(name) && !typed.test(name) && !nobodys.has(name) && !nobodys.has(path.join('.')))
        throw new Error(`${method} ${address}: does ${where}.${path.join('.')} name a row? Say so in references.ts`)
      return []
    })
  })

/** A copy of `value` with another value at `path`. */
export const replaceAt = (value: unknown, [first, ...rest]: readonly string[], put: unknown): unknown => {
  if (first === undefined) return put
  const inner = (value as Record<string, unknown> | undefined)?.[first]
  if (Array.isArray(value)) return value.map((one, i) => (String(i) === first ? replaceAt(one, rest, put) : one))
  return { ...(value as object), [first]: replaceAt(inner, rest, put) }
}
