import { ReceiptText } from 'lucide-react'
import { lazy, Suspense, useRef } from 'react'
import type { InvoiceWire } from '#shared/api/invoices.ts'
import { showMoney } from '#shared/money.ts'
import { EntityList } from '#web/entity/entity-list.tsx'
import { useEntityList } from '#web/entity/use-entity-list.ts'
import { useListAddress } from '#web/entity/use-list-address.ts'
import { useCreateInvoice } from '#web/lib/create-invoice.ts'
import { useMedia } from '#web/lib/use-media.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { TableOutline } from '#web/ui/table-outline.tsx'
import { RunContext } from './actions.ts'
import { BulkBar } from './bulk-bar.tsx'
import { InvoiceCards } from './invoice-cards.tsx'
import { InvoiceFilters } from './invoice-filters.tsx'
import { OpenPanelContext } from './invoice-link.tsx'
import { invoiceList, invoiceOffers } from './invoice-list.ts'
import { InvoiceTable } from './invoice-table.tsx'
import { usePanelPlace } from './place.ts'
import { useBulk } from './use-bulk.tsx'
import { useFocusKept } from './use-focus-kept.ts'
import { useInvoiceActions } from './use-invoice-actions.tsx'
import { useRowKeys } from './use-row-keys.ts'
import { useSelection } from './use-selection.ts'

const InvoicePanel = lazy(() => import('./invoice-panel.tsx'))
const none: readonly InvoiceWire[] = []

export default function InvoicesPage() {
  const openCreateInvoice = useCreateInvoice()
  const address = useListAddress(invoiceOffers)
  const list = useEntityList(invoiceList, address)
  const rows = list.rows ?? none
  const wide = useMedia('(min-width: 48rem)')
  const place = usePanelPlace()
  const { openId } = place
  const page = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const selection = useSelection(rows)
  const hold = useFocusKept(box, list.rows)
  const { run, busy, dialogs } = useInvoiceActions({
    open: place.open,
    hold,
    leave: (id) => {
      if (id === openId) place.close({ atOnce: true })
    },
  })
  const bulk = useBulk(selection)
  // The panel's invoice may lie beyond the rows that are here: then the panel knows it.
  const inPanel = useRef<InvoiceWire>(undefined)
  useRowKeys({
    box,
    openId,
    find: (id) => rows.find((row) => row.id === id) ?? (inPanel.current?.id === id ? inPanel.current : undefined),
    run,
    open: place.open,
    close: () => place.close(),
    selection,
    deleteSelected: () => bulk.start('delete'),
    search: () => page.current?.querySelector<HTMLInputElement>('input[type=search]')?.select(),
  })
  const isFiltered = Object.keys(address.filter).length > 0
  const isNarrowed = isFiltered || address.search.trim() !== ''
  const List = wide ? InvoiceTable : InvoiceCards

  return (
    <RunContext value={run}>
      <OpenPanelContext value={place.open}>
        <div ref={page} className={cx('grid grid-cols-1 items-start gap-6', openId !== undefined && 'xl:grid-cols-[minmax(0,1fr)_26rem]')}>
          <section aria-label="Invoices" className="@container min-w-0">
            <InvoiceFilters address={address} canExport={rows.length > 0} onCreate={() => openCreateInvoice()} />
            <div ref={box} tabIndex={-1} className="outline-none">
              <EntityList
                noun="invoice"
                list={list}
                outline={<TableOutline />}
                icon={<ReceiptText aria-hidden />}
                hint={isNarrowed ? 'No invoice matches the search and the status.' : 'Create your first invoice: it takes about a minute.'}
                rows={(part) => (
                  <Card className="overflow-hidden p-0 sm:p-0">
                    <List
                      invoices={part}
                      address={address}
                      busy={busy}
                      openId={openId}
                      isTicked={selection.has}
                      onTick={selection.toggle}
                      onTickAll={selection.toggleAll}
                      tickedCount={selection.selected.length}
                    />
                  </Card>
                )}
                caption={({ count, total = '0', balanceDue = '0' }) => (
                  <>
                    <span>{`${count.toLocaleString('en-US')} ${count === 1 ? 'invoice' : 'invoices'}`}</span>
                    <span className="flex flex-wrap gap-x-4">
                      <span>
                        Total <span className="font-medium text-ink">{showMoney(total)}</span>
                      </span>
                      <span>
                        {' '}
                        Balance due <span className="font-medium text-ink">{showMoney(balanceDue)}</span>
                      </span>
                    </span>
                  </>
                )}
              >
                {isNarrowed ? (
                  <Button
                    variant="secondary"
                    onClick={() => {
                      address.clear()
                      // The button goes away: whoever used its key goes on from the list.
                      box.current?.focus()
                    }}
                  >
                    Show all invoices
                  </Button>
                ) : (
                  <Button variant="secondary" onClick={() => openCreateInvoice()}>
                    Create your first invoice
                  </Button>
                )}
              </EntityList>
            </div>
            {selection.selected.length > 0 && (
              <BulkBar
                selected={selection.selected}
                start={bulk.start}
                downloading={bulk.downloading}
                clear={() => {
                  selection.clear()
                  // The bar goes, and with it the button that was pressed.
                  box.current?.focus({ preventScroll: true })
                }}
              />
            )}
          </section>
          {openId !== undefined && (
            <Suspense>
              <InvoicePanel id={openId} listed={rows.find(({ id }) => id === openId)} close={() => place.close()} shown={inPanel} />
            </Suspense>
          )}
        </div>
        {dialogs}
        {bulk.dialog}
      </OpenPanelContext>
    </RunContext>
  )
}
