import { Plus, ReceiptText } from 'lucide-react'
import { DocumentFilters } from '#web/documents/list/document-filters.tsx'
import { DocumentListPage, lazyPanel } from '#web/documents/list/document-list-page.tsx'
import { InvoiceTabs } from '#web/documents/list/invoice-tabs.tsx'
import { useDocumentList } from '#web/documents/list/use-document-list.ts'
import { useNewDocument } from '#web/lib/dialogs/new-document.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { creditNotes } from './actions/credit-note-kind.ts'
import { CreditNoteRows } from './list/credit-note-rows.tsx'
import { useCreditNoteActions } from './use-credit-note-actions.ts'

const RowsSkeleton = () => (
  <div aria-hidden className="divide-y divide-line rounded-lg border border-line bg-surface">
    {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
      <div key={key} className="flex items-center justify-between gap-4 px-4 py-3">
        <Skeleton className="h-6 w-2/5" />
        <Skeleton className="h-6 w-24" />
      </div>
    ))}
  </div>
)

const panel = lazyPanel(() => import('./panel/credit-note-panel.tsx'))

/** Most are issued at their invoice; those without an invoice are issued here. */
export default function CreditNotesPage() {
  const openNewCreditNote = useNewDocument('credit-note')
  const documents = useDocumentList(creditNotes)
  return (
    <DocumentListPage
      kind={creditNotes}
      documents={documents}
      actions={useCreditNoteActions(documents)}
      panel={panel}
      head={
        <>
          <InvoiceTabs />
          <div className="mb-4 flex justify-end print:hidden">
            <Button onClick={() => void openNewCreditNote({})}>
              <Plus aria-hidden /> New credit note
            </Button>
          </div>
          <DocumentFilters kind={creditNotes} documents={documents} />
        </>
      }
      skeleton={<RowsSkeleton />}
      rows={CreditNoteRows}
      empty={{
        icon: <ReceiptText aria-hidden />,
        title: 'No credit notes found',
        noMatch: 'No credit notes match your current filters.',
        hint: 'To correct an invoice that was sent, open it and choose Credit… A new credit note here gives a customer credit without an invoice.',
      }}
    />
  )
}
