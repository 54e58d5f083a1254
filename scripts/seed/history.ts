import { ownerName } from '#server/papers/history.ts'
import type { PaperKind } from '#server/papers/kind.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { FieldChange, HistoryKind } from '#shared/api/history.ts'

/** @param by the owner, unless somebody else is named */
export type PastEvent = { at: string; kind: HistoryKind; by?: 'Customer' | 'Billfold'; changes?: FieldChange[] }

/** Writes what happened to a paper as if it had happened then. */
export const addHistory = async (db: UserDb, of: PaperKind, paperId: number, events: readonly PastEvent[]) => {
  await db.rows(
    `insert into ${of.events} (user_id, ${of.paperId}, at, kind, by, changes)
     select u.id, $2, event.at, event.kind, coalesce(event.by, ${ownerName}), coalesce(event.changes, '[]')
     from users u, jsonb_to_recordset($3::jsonb) as event(at timestamptz, kind text, by text, changes jsonb) where u.id = $1 order by event.at`,
    [db.userId, paperId, JSON.stringify(events)],
  )
}
