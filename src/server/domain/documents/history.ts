import type { z } from 'zod'
import type { UserDb } from '#server/platform/db/client.ts'
import type { FieldChange, HistoryKind, historyEvent } from '#shared/contract/document-history.ts'
import type { DocumentType } from './document-type.ts'

/** The author of an event other than the owner: the customer who pays or answers, or the app itself. */
export type Actor = 'Customer' | 'Billfold'

/** The owner's name, in SQL with the user `u`. */
export const ownerNameSql = "coalesce(nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''), u.email)"

/**
 * Records an event in a document's history, in the transaction of the change itself.
 * @param by the author; null for the owner
 */
export const recordEvent = async (
  db: UserDb,
  type: DocumentType,
  documentId: number,
  kind: HistoryKind,
  changes: readonly FieldChange[] = [],
  by: Actor | null = null,
): Promise<void> => {
  await db.rows(
    `insert into ${type.eventTable} (user_id, ${type.idColumn}, kind, by, changes)
     select u.id, $2, $3, coalesce($4, ${ownerNameSql}), $5 from users u where u.id = $1`,
    [db.userId, documentId, kind, by, JSON.stringify(changes)],
    `${type.table}.note`,
  )
}

/** Limits of the listed history: number of events, and bytes of their changes. */
const maxEvents = 200
const maxBytes = 1_200_000

/** Lists a document's latest events, newest first. */
export const listEvents = (db: UserDb, type: DocumentType, documentId: number): Promise<z.output<typeof historyEvent>[]> =>
  db.rows(
    `select id, at, kind, by, changes from (
       select id, at, kind, by, changes, sum(octet_length(changes::text)) over (order by id desc rows unbounded preceding) as bytes,
              row_number() over (order by id desc) as nth
       from ${type.eventTable} where user_id = $1 and ${type.idColumn} = $2 order by id desc limit $3) e
     where bytes <= $4 or nth = 1 order by id desc`,
    [db.userId, documentId, maxEvents, maxBytes],
    `${type.table}.events`,
  )
