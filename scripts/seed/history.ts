import type { DocumentType } from '#server/domain/documents/document-type.ts'
import { ownerNameSql } from '#server/domain/documents/history.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { FieldChange, HistoryKind } from '#shared/contract/document-history.ts'

/** `by` is the owner by default. */
export type PastEvent = { at: string; kind: HistoryKind; by?: 'Customer' | 'Billfold'; changes?: FieldChange[] }

/** Adds past events to the history of a document. */
export const addHistory = async (db: UserDb, of: DocumentType, documentId: number, events: readonly PastEvent[]) => {
  await db.rows(
    `insert into ${of.eventTable} (user_id, ${of.idColumn}, at, kind, by, changes)
     select u.id, $2, event.at, event.kind, coalesce(event.by, ${ownerNameSql}), coalesce(event.changes, '[]')
     from users u, jsonb_to_recordset($3::jsonb) as event(at timestamptz, kind text, by text, changes jsonb) where u.id = $1 order by event.at`,
    [db.userId, documentId, JSON.stringify(events)],
  )
}
