import type { z } from 'zod'
import type { Person } from '#server/testing/app.ts'
import { type JsonSchema, readSchema, type Values } from '#server/testing/from-schema.ts'
import type { AnyEndpoint } from '#shared/endpoint.ts'

/** A user with a record of everything that a call can refer to. */
export type Tenant = Person & {
  /** Ids of records, by the part of the URL that names their type. */
  ids: Record<string, number>
  /** Ids of deleted or archived records. */
  deleted: Record<string, number>
  /** Ids of emails with a document of each type, with a statement and with a reminder. */
  emailIds: Record<string, number>
  /** Ids below a record, by the names of parameters. */
  parts: Record<string, number | string>
  /** Of a document of each type, of a draft, and of a webhook. */
  publicIds: Record<string, string>
  /** Identifies the user's session. */
  sessionRef: string
  logoPath: string
  /** Addresses of uploads that no call has taken yet, one for each call that takes one. */
  uploads: { logoURL: string; uploadURL: string }
}

/** The records that fields refer to, by the names of the fields. */
export const getReferences = ({ ids, parts, emailIds, logoPath, uploads, publicIds }: Tenant): Values => ({
  customerId: ids.customers,
  documentId: ids.invoices,
  invoiceId: ids.invoices,
  estimateId: ids.estimates,
  emailId: emailIds.invoices,
  itemId: ids.items,
  taxRateId: ids['tax-rates'],
  defaultTaxRateId: ids['tax-rates'],
  receiptFileId: ids.receipts,
  fileId: ids.receipts,
  recurringId: ids['recurring-invoices'],
  ruleId: ids['late-fee-rules'],
  unassignedEntryId: ids['manual-entries'],
  ids: String(ids.invoices),
  logoUrl: logoPath,
  ...uploads,
  // The checkout session that a customer returns from.
  sessionId: parts.orderId,
  endpointId: publicIds.webhook,
  attemptIds: [parts.attemptId],
  ...parts,
})

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
  // Of jobs: the job's own user, a random link, and a provider's ids.
  ...['userId', 'linkId', 'accountId', 'methodRef', 'eventId'],
])

const looksLikeReference = /(?:id|ids|url|ref|refs|key|token|name|number)$/i
/** Text that users type, and secrets that only they know. */
const typedFields = /name$|number$|key$|^token$/i

const listPaths = (schema: JsonSchema, at: string[]): string[][] => [
  ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [[...at, name], ...listPaths(inner, [...at, name])]),
  ...(schema.items ? listPaths(schema.items, [...at, '0']) : []),
  ...[schema.anyOf, schema.oneOf, schema.allOf].flatMap((parts) => (parts ?? []).flatMap((part) => listPaths(part, at))),
]

/**
 * Where the fields of a schema refer to records.
 * @param references the fields that do, by name
 * @throws Error for a field that looks like a reference and is in neither list above
 */
export const findReferences = (schema: z.ZodType, references: Values, title: string): string[][] =>
  listPaths(readSchema(schema), []).filter((path) => {
    const name = path.at(-1)!
    if (name in references) return true
    if (looksLikeReference.test(name) && !typedFields.test(name) && !notReferences.has(name) && !notReferences.has(path.join('.')))
      throw new Error(`${title}: does ${path.join('.')} name a row? Say so in references.ts`)
    return false
  })

/** Where the body and the query of a call refer to records. */
export const listReferences = ({ method, path, body, query }: AnyEndpoint, references: Values) =>
  Object.entries({ body, query }).flatMap(([where, schema]) =>
    schema
      ? findReferences(schema, references, `The ${where} of ${method} ${path}`).map((path) => ({ in: where as 'body' | 'query', path }))
      : [],
  )

/** A copy of `value` with another value at `path`. */
export const replaceAt = (value: unknown, [first, ...rest]: readonly string[], put: unknown): unknown => {
  if (first === undefined) return put
  const inner = (value as Record<string, unknown> | undefined)?.[first]
  if (Array.isArray(value)) return value.map((one, i) => (String(i) === first ? replaceAt(one, rest, put) : one))
  return { ...(value as object), [first]: replaceAt(inner, rest, put) }
}
