import type { DocumentType } from './document-type.ts'

// How much room documents take in replies, so that a page of a list is cut before the database builds a text that is too large. The size of what
// grows (lines, notes, terms) is stored with the document when it is written: summing up a page then reads nothing but the documents' own rows.

/** What a line takes beside its description: its field names, ids and amounts. */
const lineBytes = 150

/** A text as it stands in JSON, its quotes included. PostgreSQL escapes the same characters in the same way. */
const jsonBytes = (text: string | null | undefined): number => (text ? Buffer.byteLength(JSON.stringify(text)) : 0)

type Content = { lineItems: readonly { description: string }[]; notes?: string | null | undefined; terms?: string | null | undefined }

/** The bytes that a document's lines, notes and terms take in JSON, at most: the column `content_bytes`. */
export const computeContentBytes = ({ lineItems, notes, terms }: Content): number =>
  lineItems.reduce((sum, { description }) => sum + jsonBytes(description) + lineBytes, jsonBytes(notes) + jsonBytes(terms))

/** The most that one character byte becomes in JSON: a control character becomes \u001f. */
const longestEscape = 6

/**
 * The size of the content of `papers p`, in SQL. Where it isn't stored (by a server of the version before, or by hand), it is estimated from above
 * by the texts' lengths, which PostgreSQL knows without reading them.
 * @param escaped how many bytes of JSON a byte of text counts as
 */
const contentSql = (of: DocumentType, escaped: number): string => `coalesce(p.content_bytes, (
  select coalesce(sum(${escaped} * octet_length(l.description) + ${lineBytes}), 0) from ${of.lines} l where l.user_id = p.user_id and l.${of.documentId} = p.id)
  + ${escaped} * (coalesce(octet_length(p.notes), 0) + coalesce(octet_length(p.terms), 0)))`

/** The most bytes that a record of `papers p` takes in a reply, in SQL. */
export const recordBytesSql = (of: DocumentType): string => `(${of.bytesBesideContent} + ${contentSql(of, longestEscape)})::int`

/** The bytes that the content of `papers p` takes, in SQL. */
export const contentBytesSql = (of: DocumentType): string => contentSql(of, 1)

/** The bytes that the contents of all of user $1's documents take, deleted ones included, in SQL. */
export const storedBytesSql = (of: DocumentType): string =>
  `(select coalesce(sum(${contentBytesSql(of)}), 0) from ${of.documents} p where p.user_id = $1)`
