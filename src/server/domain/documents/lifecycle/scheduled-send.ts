import type { DocumentType } from '#server/domain/documents/document-type.ts'
import type { UserDb } from '#server/platform/db/client.ts'

/** Call it in the transaction that issues, emails or deletes the document; the job that waits for its time then does nothing. */
export const removeScheduledSend = (db: UserDb, type: DocumentType, documentId: number): void => {
  db.send('delete from scheduled_sends where user_id = $1 and document_id = $2', [db.userId, documentId], 'scheduled-sends.remove')
  db.announce(`${type.name}s`)
}
