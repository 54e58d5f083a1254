import { Plus, ReceiptText } from 'lucide-react'
import { lazy, useEffect } from 'react'
import { DocumentFilters } from '#web/documents/list/document-filters.tsx'
import { DocumentListPage } from '#web/documents/list/document-list-page.tsx'
import { InvoiceTabs } from '#web/documents/list/invoice-tabs.tsx'
import { useDocumentList } from '#web/documents/list/use-document-list.ts'
import { useRowKeys } from '#web/documents/list/use-row-keys.ts'
import { WithoutRate } from '#web/documents/list/without-rate.tsx'
import { EntityList } from '#web/entity/entity-list.tsx'
import { useCreateInvoice } from '#web/lib/dialogs/create-invoice.ts'
import { HomeMoney } from '#web/lib/session/home-currency.tsx'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import { preloadWhenIdle } from '#web/lib/when-idle.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FloatingActionButton } from '#web/ui/floating-action-button.tsx'
import { TableSkeleton } from '#web/ui/table.tsx'
import { invoiceActions, RunContext } from './actions/actions.ts'
import { BulkBar } from './bulk/bulk-bar.tsx'
import { useBulkActions } from './bulk/use-bulk-actions.tsx'
import { InvoiceCards } from './list/invoice-cards.tsx'
import { invoiceList, invoiceOffers, statusFilters } from './list/invoice-list.ts'
import { InvoiceTable } from './list/invoice-table.tsx'
import { PaymentsNotice } from './list/payments-notice.tsx'
import { useSelection } from './list/use-selection.ts'
import { useInvoiceActions } from './use-invoice-actions.tsx'

const loadPanel = () => import('./panel/invoice-panel.tsx')
const InvoicePanel = lazy(loadPanel)
export default function InvoicesPage() {
  useEffect(() => preloadWhenIdle(loadPanel), [])
  const openCreateInvoice = useCreateInvoice()
  const wide = useMediaQuery('(min-width: 48rem)')
  const documents = useDocumentList(invoiceList, invoiceOffers)
  const { address, list, rows, container, panelRoute, isNarrowed } = documents
  const { openId } = panelRoute
  const selection = useSelection(rows)
  const { run, busy, dialogs } = useInvoiceActions({
    open: panelRoute.open,
    onDeleteStart: documents.onDeleteStart,
    onDeleted: documents.onDeleted,
  })
  const bulk = useBulkActions(selection)
  useRowKeys({ documents, actions: invoiceActions, run, selection: { ...selection, remove: () => bulk.start('delete') } })
  const List = wide ? InvoiceTable : InvoiceCards

  return (
    <RunContext value={run}>
      <DocumentListPage
        documents={documents}
        label="Invoices"
        head={
          <>
            <InvoiceTabs />
            <DocumentFilters
              noun="invoice"
              path={invoiceList.path}
              placeholder="Search by number or customer"
              address={address}
              statuses={statusFilters}
              statusSums={documents.statusSums}
              sorts={invoiceOffers.sorts}
              sortClassName="md:hidden"
              canExport={rows.length > 0}
            >
              <Button className="max-md:hidden" onClick={() => openCreateInvoice()} title="Create Invoice (N)">
                <Plus aria-hidden /> Create Invoice
              </Button>
            </DocumentFilters>
          </>
        }
        foot={
          selection.selected.length > 0 && (
            <BulkBar
              selected={selection.selected}
              start={bulk.start}
              downloading={bulk.downloading}
              clear={() => {
                selection.clear()
                // The bar is removed together with the pressed button.
                container.current?.focus({ preventScroll: true })
              }}
            />
          )
        }
        panel={(id) => (
          <InvoicePanel id={id} listed={documents.openRow} close={() => panelRoute.close()} documentRef={documents.panelDocument} />
        )}
      >
        <PaymentsNotice rows={rows} open={panelRoute.open} />
        <EntityList
          noun="invoice"
          list={list}
          skeleton={<TableSkeleton />}
          icon={<ReceiptText aria-hidden />}
          hint={isNarrowed ? 'No invoices match your current filters.' : 'Create your first invoice in about a minute.'}
          rows={(part) => (
            <Card className="overflow-hidden p-0 sm:p-0">
              <List
                invoices={part}
                address={address}
                busy={busy}
                openId={openId}
                isSelected={selection.has}
                onSelect={selection.toggle}
                onSelectAll={selection.toggleAll}
                selectedCount={selection.selected.length}
              />
            </Card>
          )}
          caption={({ count, total = '0', balanceDue = '0', withoutRate = 0 }) => (
            <>
              <span>{`${count.toLocaleString('en-US')} ${count === 1 ? 'invoice' : 'invoices'}`}</span>
              <span className="flex flex-wrap gap-x-4">
                {/* On phones the first tab shows it. */}
                <span className="max-sm:hidden">
                  Total{' '}
                  <span className="font-medium text-ink">
                    <HomeMoney amount={total} />
                  </span>
                  <WithoutRate count={withoutRate} />
                </span>
                <span>
                  {' '}
                  Balance due{' '}
                  <span className="font-medium text-ink">
                    <HomeMoney amount={balanceDue} />
                  </span>
                </span>
              </span>
            </>
          )}
        >
          {isNarrowed ? (
            <Button variant="secondary" onClick={documents.showAll}>
              Show all invoices
            </Button>
          ) : (
            <Button variant="secondary" onClick={() => openCreateInvoice()}>
              Create your first invoice
            </Button>
          )}
        </EntityList>
      </DocumentListPage>
      {/* The bulk bar takes its place. */}
      {selection.selected.length === 0 && <FloatingActionButton label="Create Invoice" onClick={() => openCreateInvoice()} />}
      {dialogs}
      {bulk.dialog}
    </RunContext>
  )
}
