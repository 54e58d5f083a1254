import type { DocumentType } from '#server/domain/documents/document-type.ts'
import type { FieldChange, HistoryKind } from '#shared/contract/document-history.ts'
import type { Batch } from './batch.ts'

export type PastEvent = { at: string; kind: HistoryKind; by?: 'Customer' | 'Billfold'; changes?: FieldChange[] }

export const addHistory = (batch: Batch, of: DocumentType, documentId: number, owner: string, events: readonly PastEvent[]) => {
  // Ids ascend with time.
  for (const { at, kind, by, changes = [] } of events.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)))
    batch.add('events', { subject_type: of.name, subject_id: documentId, at, kind, actor: by ?? owner, changes })
}
