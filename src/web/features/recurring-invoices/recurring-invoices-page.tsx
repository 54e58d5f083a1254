import { Plus, Repeat } from 'lucide-react'
import { lazy, useEffect } from 'react'
import { useRepeat } from '#web/documents/form/repeat.ts'
import { DocumentListPage } from '#web/documents/list/document-list-page.tsx'
import { InvoiceTabs } from '#web/documents/list/invoice-tabs.tsx'
import { StatusTabs } from '#web/documents/list/status-tabs.tsx'
import { useDocumentList } from '#web/documents/list/use-document-list.ts'
import { useRowKeys } from '#web/documents/list/use-row-keys.ts'
import { EntityList } from '#web/entity/entity-list.tsx'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import { preloadWhenIdle } from '#web/lib/when-idle.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FloatingActionButton } from '#web/ui/floating-action-button.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import { TableSkeleton } from '#web/ui/table.tsx'
import { ScheduleCards } from './list/schedule-cards.tsx'
import { ScheduleTable } from './list/schedule-table.tsx'
import { RunContext, scheduleActions } from './schedule/actions.ts'
import { scheduleList, scheduleOffers, stateFilters } from './schedule/schedules.ts'
import { useScheduleActions } from './use-schedule-actions.tsx'

const loadPanel = () => import('./panel/schedule-panel.tsx')
const SchedulePanel = lazy(loadPanel)

export default function RecurringInvoicesPage() {
  useEffect(() => preloadWhenIdle(loadPanel), [])
  const isWide = useMediaQuery('(min-width: 48rem)')
  const openRepeat = useRepeat()
  const documents = useDocumentList(scheduleList, scheduleOffers)
  const { address, list, panelRoute, isNarrowed } = documents
  const { run, busy, dialogs } = useScheduleActions({
    open: panelRoute.open,
    onDeleteStart: documents.onDeleteStart,
    onDeleted: documents.onDeleted,
  })
  useRowKeys({ documents, actions: scheduleActions, run })
  const List = isWide ? ScheduleTable : ScheduleCards
  const create = () => void openRepeat()
  const isEmpty = list.rows?.length === 0 && !isNarrowed

  return (
    <RunContext value={run}>
      <DocumentListPage
        documents={documents}
        label="Recurring invoices"
        head={
          <>
            <InvoiceTabs />
            {!isEmpty && (
              <>
                <StatusTabs
                  statuses={stateFilters}
                  value={address.filter.status ?? ''}
                  onChange={(status) => address.set({ status })}
                  sums={documents.statusSums?.map(({ status, count }) => ({ status, count })) ?? []}
                />
                <div className="mb-4 flex flex-wrap items-center gap-2 sm:gap-3">
                  <SearchInput
                    placeholder="Search by customer or line"
                    value={address.search}
                    onValueChange={(search) => address.set({ search })}
                  />
                  <Button className="ml-auto max-md:hidden" onClick={create} title="New Recurring Invoice (N)">
                    <Plus aria-hidden /> New Recurring Invoice
                  </Button>
                </div>
              </>
            )}
          </>
        }
        panel={(id) => (
          <SchedulePanel id={id} listed={documents.openRow} close={() => panelRoute.close()} documentRef={documents.panelDocument} />
        )}
      >
        <EntityList
          noun="recurring invoice"
          list={list}
          skeleton={<TableSkeleton />}
          icon={<Repeat aria-hidden />}
          nothing={isNarrowed ? 'No recurring invoices found.' : 'No recurring invoices yet'}
          hint={
            isNarrowed
              ? 'No recurring invoices match your current filters.'
              : 'Bill retainers, hosting or rent automatically: each invoice is created on its day, and sent if you like.'
          }
          rows={(part) => (
            <Card className="overflow-hidden p-0 sm:p-0">
              <List schedules={part} busy={busy} openId={panelRoute.openId} />
            </Card>
          )}
          caption={({ count }) => <span>{`${count.toLocaleString('en-US')} recurring ${count === 1 ? 'invoice' : 'invoices'}`}</span>}
        >
          {isNarrowed ? (
            <Button variant="secondary" onClick={documents.showAll}>
              Show all recurring invoices
            </Button>
          ) : (
            <Button onClick={create}>
              <Plus aria-hidden /> New Recurring Invoice
            </Button>
          )}
        </EntityList>
      </DocumentListPage>
      {!isEmpty && <FloatingActionButton label="New Recurring Invoice" onClick={create} />}
      {dialogs}
    </RunContext>
  )
}
