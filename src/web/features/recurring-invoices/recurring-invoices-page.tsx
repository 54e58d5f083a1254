import { Plus, Repeat } from 'lucide-react'
import { useRepeat } from '#web/documents/form/repeat.ts'
import { DocumentListPage, lazyPanel } from '#web/documents/list/document-list-page.tsx'
import { StatusTabs } from '#web/documents/list/status-tabs.tsx'
import { useDocumentList } from '#web/documents/list/use-document-list.ts'
import { ListHead } from '#web/kit/list/list-head.tsx'
import { formatCount } from '#web/kit/list/use-list.ts'
import { Button } from '#web/ui/button.tsx'
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
        !isEmpty && (
          <ListHead
            placeholder="Search by customer or line"
            address={address}
            caption={list.summary && <span className="sr-only">{formatCount(list.summary.count, schedules.noun)}</span>}
            create={{ label: 'New Recurring Invoice', key: 'N', run: create }}
            tabs={
              <StatusTabs
                statuses={schedules.statuses}
                value={address.filter.status ?? ''}
                onChange={(status) => address.set({ status })}
                sums={documents.statusSums?.map(({ status, count }) => ({ status, count })) ?? []}
              />
            }
          />
        )
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
      {...(!isEmpty && { create: { label: 'New Recurring Invoice', run: create } })}
    />
  )
}
