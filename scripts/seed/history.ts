import type { UserDb } from '#server/platform/db/client.ts'
import { ownerName } from '#server/platform/invoice-history.ts'
import type { FieldChange, HistoryKind } from '#shared/api/invoice-history.ts'

export type PastEvent = { at: string; kind: HistoryKind; changes?: FieldChange[] }

/** Writes what happened to an invoice as if it had happened then. */
export const addHistory = async (db: UserDb, invoiceId: number, events: readonly PastEvent[]) => {
  await db.rows(
    `insert into invoice_events (user_id, invoice_id, at, kind, by, changes)
     select u.id, $2, event.at, event.kind, ${ownerName}, coalesce(event.changes, '[]')
     from users u, jsonb_to_recordset($3::jsonb) as event(at timestamptz, kind text, changes jsonb) where u.id = $1 order by event.at`,
    [db.userId, invoiceId, JSON.stringify(events)],
  )
}
