import { useDocumentActions } from '#web/documents/actions/use-document-actions.ts'
import type { ListHandlers } from '#web/documents/list/use-document-list.ts'
import { useVoidCreditNote } from '#web/documents/payments/use-void-credit-note.ts'
import { creditNotes, isRefundable } from './actions/credit-note-kind.ts'

const loadRefund = () => import('./refund/credit-refund-dialog.tsx')

export const useCreditNoteActions = (list: ListHandlers) => {
  const voidNote = useVoidCreditNote()
  return useDocumentActions(creditNotes, list, (show) => ({
    refund: (note) => isRefundable(note) && show(loadRefund, { note }),
    void: voidNote.start,
  }))
}
