import { Plus, Repeat } from 'lucide-react'
import { useRepeat } from '#web/documents/form/repeat.ts'
import { DocumentListPage, lazyPanel } from '#web/documents/list/document-list-page.tsx'
import { InvoiceTabs } from '#web/documents/list/invoice-tabs.tsx'
import { StatusTabs } from '#web/documents/list/status-tabs.tsx'
import { useDocumentList } from '#web/documents/list/use-document-list.ts'
import { Button } from '#web/ui/button.tsx'
import { FloatingActionButton } from '#web/ui/floating-action-button.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import { columns } from './list/schedule-columns.tsx'
import { schedules } from './schedule/schedule-kind.ts'
import { useScheduleActions } from './use-schedule-actions.tsx'

const panel = lazyPanel(() => import('./panel/schedule-panel.tsx'))

export default function RecurringInvoicesPage() {
  const openRepeat = useRepeat()
  const documents = useDocumentList(schedules)
  const { address, list, isNarrowed } = documents
  const create = () => void openRepeat()
  const isEmpty = list.rows?.length === 0 && !isNarrowed
  return (
    <DocumentListPage
      kind={schedules}
      documents={documents}
      actions={useScheduleActions(documents)}
      panel={panel}
      head={
        <>
          <InvoiceTabs />
          {!isEmpty && (
            <>
              <StatusTabs
                statuses={schedules.statuses}
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
      look={{ columns }}
      empty={{
        icon: <Repeat aria-hidden />,
        title: isNarrowed ? undefined : 'No recurring invoices yet',
        hint: 'Bill retainers, hosting or rent automatically: each invoice is created on its day, and sent if you like.',
        action: (
          <Button onClick={create}>
            <Plus aria-hidden /> New Recurring Invoice
          </Button>
        ),
      }}
    >
      {!isEmpty && <FloatingActionButton label="New Recurring Invoice" onClick={create} />}
    </DocumentListPage>
  )
}
