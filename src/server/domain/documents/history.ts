import type { UserDb } from '#server/platform/db/client.ts'
import { type Actor, recordEvent as logEvent, readHistory } from '#server/platform/records/event-log.ts'
import type { FieldChange, HistoryEvent, HistoryKind } from '#shared/contract/document-history.ts'
import type { DocumentType } from './document-type.ts'

/** Call it in the transaction of the change itself. @param by null for the owner */
export const recordEvent = async (
  db: UserDb,
  { name }: DocumentType,
  id: number,
  kind: HistoryKind,
  changes: readonly FieldChange[] = [],
  by: Actor | null = null,
): Promise<void> => logEvent(db, { type: name, id }, kind, changes, by)

export const listEvents = (db: UserDb, { name }: DocumentType, id: number): Promise<HistoryEvent[]> => readHistory(db, { type: name, id })
