import { z } from 'zod'
import type { AnyEndpoint } from '#shared/endpoint.ts'
import type { Tenant } from './tenant.ts'

/** The record that each field refers to. */
const referenceFields: Record<string, (owner: Tenant) => unknown> = {
  customerId: ({ ids }) => ids.customers,
  documentId: ({ ids }) => ids.invoices,
  invoiceId: ({ ids }) => ids.invoices,
  itemId: ({ ids }) => ids.items,
  taxRateId: ({ ids }) => ids['tax-rates'],
  defaultTaxRateId: ({ ids }) => ids['tax-rates'],
  receiptFileId: ({ ids }) => ids.receipts,
  ruleId: ({ ids }) => ids['late-fee-rules'],
  ids: ({ ids }) => String(ids.invoices),
  logoUrl: ({ logoPath }) => logoPath,
  logoURL: ({ uploads }) => uploads.logoURL,
  uploadURL: ({ uploads }) => uploads.uploadURL,
  // The checkout session that a customer returns from.
  sessionId: ({ parts }) => parts.invoices.orderId,
}

/** Fields whose names look like references and are none. */
const notReferences = new Set([
  // A link to another site, which the server never follows.
  'receiptUrl',
  // The provider's id of the business's own account.
  'paypalClientId',
  // Given by offices, and typed by users.
  'vatId',
  'registrationId',
  // A line of the invoice itself, compared with no other invoice's.
  'lineItems.0.id',
  // Ignored: a saved line keeps its own.
  'lineItems.0.sourceLineId',
  'lines.0.lineId',
])

const looksLikeReference = /(?:id|ids|url|ref|refs|key|token|name|number)$/i
/** Text that users type, and secrets that only they know. */
const typedFields = /name$|number$|key$|^token$/i

type JsonSchema = {
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
}

const listPaths = (schema: JsonSchema, at: string[]): string[][] => [
  ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [[...at, name], ...listPaths(inner, [...at, name])]),
  ...(schema.items ? listPaths(schema.items, [...at, '0']) : []),
  ...[schema.anyOf, schema.oneOf, schema.allOf].flatMap((parts) => (parts ?? []).flatMap((part) => listPaths(part, at))),
]

export type Reference = { in: 'body' | 'query'; path: string[]; of: (owner: Tenant) => unknown }

/**
 * Where the body and the query of a call refer to records, according to their schemas.
 * @throws Error for a field that looks like a reference and is in neither list above
 */
export const listReferences = ({ method, path: address, body, query }: AnyEndpoint): Reference[] =>
  (['body', 'query'] as const).flatMap((where) => {
    const schema = where === 'body' ? body : query
    if (!schema) return []
    const paths = listPaths(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, [])
    return paths.flatMap((path) => {
      const name = path.at(-1)!
      const of = referenceFields[name]
      if (of) return { in: where, path, of }
      if (looksLikeReference.test(name) && !typedFields.test(name) && !notReferences.has(name) && !notReferences.has(path.join('.')))
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
