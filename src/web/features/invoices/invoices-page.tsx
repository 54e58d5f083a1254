import { ReceiptText } from 'lucide-react'
import { DocumentHead } from '#web/documents/list/document-head.tsx'
import { DocumentListPage, lazyPanel } from '#web/documents/list/document-list-page.tsx'
import { useDocumentList } from '#web/documents/list/use-document-list.ts'
import { useSelection } from '#web/kit/list/use-selection.ts'
import { useNewDocument } from '#web/lib/dialogs/new-document.ts'
import { Button } from '#web/ui/button.tsx'
import { FloatingActionButton } from '#web/ui/floating-action-button.tsx'
import { invoices } from './actions/invoice-kind.ts'
import { BulkBar, useBulkActions } from './bulk/bulk-bar.tsx'
import { columns } from './list/invoice-columns.tsx'
import { PaymentsNotice } from './list/payments-notice.tsx'
import { useInvoiceActions } from './use-invoice-actions.tsx'

const panel = lazyPanel(() => import('./panel/invoice-panel.tsx'))

export default function InvoicesPage() {
  const create = useNewDocument('invoice')
  const documents = useDocumentList(invoices)
  const selection = useSelection(documents.rows)
  const bulk = useBulkActions(selection)
  return (
    <DocumentListPage
      kind={invoices}
      documents={documents}
      actions={useInvoiceActions(documents)}
      selection={{ ...selection, remove: () => bulk.start('delete') }}
      panel={panel}
      head={
        <DocumentHead
          kind={invoices}
          documents={documents}
          placeholder="Search by number or customer"
          hasSortedHeads
          create={{ label: 'Create Invoice', title: 'Create Invoice (N)', run: () => create() }}
        />
      }
      notice={
        <>
          <PaymentsNotice rows={documents.rows} open={documents.open} />
          {documents.address.filter.status === 'overdue' && documents.rows.length > 1 && (
            <p className="mb-1.5 flex items-center gap-3 text-sm">
              <span className="text-muted">These invoices are past their due date.</span>
              <Button variant="secondary" size="sm" onClick={() => bulk.start('remind', documents.rows)}>
                Remind all
              </Button>
            </p>
          )}
        </>
      }
      look={{ columns }}
      empty={{
        icon: <ReceiptText aria-hidden />,
        hint: 'Create your first invoice in about a minute.',
        action: (
          <Button variant="secondary" onClick={() => create()}>
            Create your first invoice
          </Button>
        ),
      }}
      foot={
        selection.selected.length > 0 && (
          <BulkBar
            selected={selection.selected}
            start={bulk.start}
            downloading={bulk.downloading}
            clear={() => {
              selection.clear()
              // The bar is removed together with the pressed button.
              documents.container.current?.focus({ preventScroll: true })
            }}
          />
        )
      }
    >
      {/* The bulk bar takes its place. */}
      {selection.selected.length === 0 && <FloatingActionButton label="Create Invoice" onClick={() => create()} />}
      {bulk.dialog}
    </DocumentListPage>
  )
}
