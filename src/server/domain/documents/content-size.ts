import { maxPageSize, maxReplyBytes } from '#shared/contract/lists.ts'
import { type DocumentReferences, referenceNames } from '#shared/document-references.ts'
import type { DocumentType } from './document-type.ts'

// The size of documents in replies, which limits a page of a list before the database builds its JSON. The size of the variable parts (lines, notes,
// terms) is stored with the document, so that summing up a page reads only the documents' rows.

/** Bytes of a line's JSON without its description: field names, ids and amounts. */
const lineBytes = 300

/** Bytes of a tax's JSON without its texts. */
const taxBytes = 200

const jsonBytes = (text: string | null | undefined): number => (text ? Buffer.byteLength(JSON.stringify(text)) : 0)

type Content = { lineItems: readonly { description: string }[] } & Partial<
  Record<'notes' | 'terms' | keyof DocumentReferences, string | null | undefined>
>
type Tax = { name: string | null; exemption: string | null }

/** An upper bound in bytes: the column `content_bytes`. */
export const computeContentBytes = ({ lineItems, ...texts }: Content, taxes: readonly Tax[]): number =>
  lineItems.reduce(
    (sum, { description }) => sum + jsonBytes(description) + lineBytes,
    (['notes', 'terms', ...referenceNames] as const).reduce((bytes, name) => bytes + jsonBytes(texts[name]), 0),
  ) + taxes.reduce((sum, { name, exemption }) => sum + jsonBytes(name) + jsonBytes(exemption) + taxBytes, 0)

export const recordBytesSql = ({ fixedBytes, moreBytesSql }: DocumentType, form: 'full' | 'short' = 'full', user = '$1'): string =>
  `(${[fixedBytes, moreBytesSql?.(user) ?? 0, form === 'full' ? 'p.content_bytes' : 0].join(' + ')})::int`

export const mayExceedReply = ({ fixedBytes, moreBytesSql }: DocumentType, form: 'full' | 'short'): boolean =>
  form === 'full' || moreBytesSql !== null || fixedBytes * maxPageSize > maxReplyBytes

export const storedBytesSql = '(select coalesce(sum(content_bytes), 0) from documents where user_id = $1)'
