import { ReceiptText } from 'lucide-react'
import type { ListedCreditNoteWire } from '#shared/contract/credit-notes.ts'
import { getColumns } from '#web/documents/list/columns.tsx'
import { DocumentListPage, lazyPanel } from '#web/documents/list/document-list-page.tsx'
import { useDocumentList } from '#web/documents/list/use-document-list.ts'
import type { Column } from '#web/kit/list/record-rows.tsx'
import { useNewDocument } from '#web/lib/dialogs/new-document.ts'
import { creditNotes } from './actions/credit-note-kind.ts'
import { useCreditNoteActions } from './use-credit-note-actions.ts'

const { number, status, customer, date, total, actions } = getColumns(creditNotes, [])
const columns: readonly Column<ListedCreditNoteWire>[] = [
  ...[number, status, customer],
  { head: 'Of', inLine: 'note', cell: ({ invoice }) => (invoice ? `for ${invoice.invoiceNumber}` : 'credit of the customer') },
  ...[date, total, actions],
]

const panel = lazyPanel(() => import('./panel/credit-note-panel.tsx'))

/** Most are issued at their invoice; those without an invoice are issued here. */
export default function CreditNotesPage() {
  const create = useNewDocument('credit-note')
  const documents = useDocumentList(creditNotes)
  return (
    <DocumentListPage
      kind={creditNotes}
      documents={documents}
      actions={useCreditNoteActions(documents)}
      panel={panel}
      look={{ columns, form: 'lines' }}
      empty={{
        icon: <ReceiptText aria-hidden />,
        title: 'No credit notes found',
        hint: 'To correct an invoice that was sent, open it and choose Credit…',
      }}
      create={{ label: 'New credit note', run: create }}
    />
  )
}
