import type { DocumentType } from '#server/domain/documents/document-type.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { FieldChange, HistoryKind } from '#shared/contract/document-history.ts'
import { displayName } from '#shared/user-names.ts'

/** `by` is the owner by default. */
export type PastEvent = { at: string; kind: HistoryKind; by?: 'Customer' | 'Billfold'; changes?: FieldChange[] }

type Owner = { firstName: string | null; lastName: string | null; email: string | null }

/** Adds past events to the history of a document. */
export const addHistory = async (db: UserDb, of: DocumentType, documentId: number, events: readonly PastEvent[]) => {
  const [owner] = await db.rows<Owner>('select first_name as "firstName", last_name as "lastName", email from users where id = $1', [
    db.userId,
  ])
  // Ids ascend with time.
  for (const { at, kind, by, changes = [] } of events.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)))
    db.send('insert into events (user_id, subject_type, subject_id, at, kind, actor, changes) values ($1, $2, $3, $4, $5, $6, $7)', [
      db.userId,
      of.name,
      documentId,
      at,
      kind,
      by ?? displayName(owner!),
      JSON.stringify(changes),
    ])
}
