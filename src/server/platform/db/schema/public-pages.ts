import { sql } from 'drizzle-orm'
import { check, foreignKey, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import type { DocumentKind } from '#shared/record-types.ts'
import { at, int8, notArchived } from './columns.ts'
import { documents } from './documents.ts'
import { owner } from './identity.ts'

/**
 * The directory of public pages: maps the unguessable id in a document's public URL to the document. The only table that is looked up before the user is known;
 * it has no foreign key to the document, so that it can be kept apart from the users' rows.
 */
export const publicLinks = pgTable(
  'public_links',
  {
    publicId: text().notNull(),
    userId: notArchived('the address of each document is in its file', owner()),
    documentId: int8().notNull(),
    type: text().$type<DocumentKind>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.publicId, t.userId] }), unique('public_links_document_key').on(t.userId, t.documentId)],
)

/** The customer's answer to an estimate on its public page. */
export const estimateResponses = pgTable(
  'estimate_responses',
  {
    userId: int8().notNull(),
    documentId: int8().notNull(),
    response: text().$type<'accepted' | 'rejected'>().notNull(),
    respondedAt: at().notNull(),
    /** The entered name, the IP address, and the reason for declining. */
    respondedBy: text(),
    respondedFrom: text(),
    reason: text(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.documentId] }),
    foreignKey({
      name: 'estimate_responses_document_fk',
      columns: [t.userId, t.documentId],
      foreignColumns: [documents.userId, documents.id],
    }).onDelete('cascade'),
    check('estimate_responses_response', sql`${t.response} in ('accepted', 'rejected')`),
  ],
)
