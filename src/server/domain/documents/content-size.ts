import type { DocumentType } from './document-type.ts'

// The size of documents in replies, which limits a page of a list before the database builds its JSON. The size of the variable parts (lines, notes,
// terms) is stored with the document, so that summing up a page reads only the documents' rows.

/** Bytes of a line's JSON without its description: field names, ids and amounts. */
const lineBytes = 150

/** Bytes of a text in JSON including its quotes. PostgreSQL escapes the same characters in the same way. */
const jsonBytes = (text: string | null | undefined): number => (text ? Buffer.byteLength(JSON.stringify(text)) : 0)

type Content = { lineItems: readonly { description: string }[]; notes?: string | null | undefined; terms?: string | null | undefined }

/** The maximum size of a document's lines, notes and terms in JSON, in bytes: the column `content_bytes`. */
export const computeContentBytes = ({ lineItems, notes, terms }: Content): number =>
  lineItems.reduce((sum, { description }) => sum + jsonBytes(description) + lineBytes, jsonBytes(notes) + jsonBytes(terms))

/** Maximum length of a byte of text in JSON: a control character becomes \u001f. */
const longestEscape = 6

/**
 * The content size of the document `p`, in SQL. Where it isn't stored (rows written by an earlier version or manually), an upper bound is computed from
 * the texts' lengths, which PostgreSQL knows without reading the texts.
 * @param escaped bytes of JSON per byte of text
 */
const contentSql = (type: DocumentType, escaped: number): string => `coalesce(p.content_bytes, (
  select coalesce(sum(${escaped} * octet_length(l.description) + ${lineBytes}), 0) from ${type.lineTable} l where l.user_id = p.user_id and l.${type.idColumn} = p.id)
  + ${escaped} * (coalesce(octet_length(p.notes), 0) + coalesce(octet_length(p.terms), 0)))`

/** The maximum bytes of the document `p` in a reply, in SQL. */
export const recordBytesSql = (type: DocumentType): string => `(${type.fixedBytesSql} + ${contentSql(type, longestEscape)})::int`

/** The content size of the document `p` in bytes, in SQL. */
export const contentBytesSql = (type: DocumentType): string => contentSql(type, 1)

/** The content size of all documents of user $1 in bytes, including deleted ones, in SQL. */
export const storedBytesSql = (type: DocumentType): string =>
  `(select coalesce(sum(${contentBytesSql(type)}), 0) from ${type.table} p where p.user_id = $1)`
