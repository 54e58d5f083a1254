import { ReceiptText } from 'lucide-react'
import { DocumentListPage, lazyPanel } from '#web/documents/list/document-list-page.tsx'
import { useDocumentList } from '#web/documents/list/use-document-list.ts'
import { useSelection } from '#web/kit/list/use-selection.ts'
import { useNewDocument } from '#web/lib/dialogs/new-document.ts'
import { Button } from '#web/ui/button.tsx'
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
      placeholder="Search by number or customer"
      notice={
        <>
          <PaymentsNotice rows={documents.rows} open={documents.open} />
          {documents.address.filter.status === 'overdue' && documents.rows.length > 1 && (
            <p className="mb-1.5 flex items-center gap-3 text-sm">
              <span className="text-muted">These invoices are past their due date.</span>
              <Button variant="secondary" size="sm" onClick={() => bulk.start('remind', documents.rows)}>
                {/* A long list is loaded page by page. */}
                {documents.list.more ? `Remind these ${documents.rows.length}` : 'Remind all'}
              </Button>
            </p>
          )}
        </>
      }
      look={{ columns }}
      empty={{
        icon: <ReceiptText aria-hidden />,
        hint: 'Create your first invoice in about a minute.',
      }}
      create={{ label: 'Create Invoice', first: 'Create your first invoice', run: create }}
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
      {bulk.dialog}
    </DocumentListPage>
  )
}
