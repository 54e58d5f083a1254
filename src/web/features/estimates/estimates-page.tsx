import { FilePen, Plus } from 'lucide-react'
import { lazy, useEffect } from 'react'
import { DocumentFilters } from '#web/documents/list/document-filters.tsx'
import { DocumentListPage } from '#web/documents/list/document-list-page.tsx'
import { useDocumentList } from '#web/documents/list/use-document-list.ts'
import { useRowKeys } from '#web/documents/list/use-row-keys.ts'
import { WithoutRate } from '#web/documents/list/without-rate.tsx'
import { EntityList } from '#web/entity/entity-list.tsx'
import { HomeMoney } from '#web/lib/session/home-currency.tsx'
import { preloadWhenIdle } from '#web/lib/when-idle.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FloatingActionButton } from '#web/ui/floating-action-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { estimateActions, RunContext } from './actions/actions.ts'
import { EstimateCards } from './list/estimate-cards.tsx'
import { estimateList, estimateOffers, statusFilters } from './list/estimate-list.ts'
import { useEstimateActions } from './use-estimate-actions.tsx'

const EstimateCardsSkeleton = () => (
  <div aria-hidden className="grid @4xl:grid-cols-3 @xl:grid-cols-2 grid-cols-1 gap-3 sm:gap-4">
    {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
      <Card key={key} className="grid gap-3">
        <div className="flex justify-between gap-3">
          <Skeleton className="h-6 w-2/5" />
          <Skeleton className="h-6 w-18" />
        </div>
        <Skeleton className="h-10" />
        <Skeleton className="h-10" />
        <Skeleton className="h-6" />
        <Skeleton className="mt-1 h-9 w-40" />
      </Card>
    ))}
  </div>
)

const loadPanel = () => import('./panel/estimate-panel.tsx')
const EstimatePanel = lazy(loadPanel)

export default function EstimatesPage() {
  useEffect(() => preloadWhenIdle(loadPanel), [])
  const documents = useDocumentList(estimateList, estimateOffers)
  const { address, list, rows, panelRoute, isNarrowed } = documents
  const { run, busy, create, dialogs } = useEstimateActions({
    open: panelRoute.open,
    onDeleteStart: documents.onDeleteStart,
    onDeleted: documents.onDeleted,
  })
  useRowKeys({ documents, actions: estimateActions, run })

  return (
    <RunContext value={run}>
      <DocumentListPage
        documents={documents}
        label="Estimates"
        head={
          <>
            <div className="mb-4 flex items-center justify-between gap-4">
              <p className="min-w-0 text-muted">Manage your project estimates and quotes</p>
              <Button className="max-md:hidden" onClick={create}>
                <Plus aria-hidden /> New Estimate
              </Button>
            </div>
            <DocumentFilters
              noun="estimate"
              path={estimateList.path}
              placeholder="Search estimates..."
              address={address}
              statuses={statusFilters}
              statusSums={documents.statusSums}
              sorts={estimateOffers.sorts}
              sortClassName="sm:flex-none sm:min-w-40"
              canExport={rows.length > 0}
            />
          </>
        }
        panel={(id) => (
          <EstimatePanel id={id} listed={documents.openRow} close={() => panelRoute.close()} documentRef={documents.panelDocument} />
        )}
      >
        <EntityList
          noun="estimate"
          list={list}
          skeleton={<EstimateCardsSkeleton />}
          icon={<FilePen aria-hidden />}
          nothing="No estimates found"
          hint={isNarrowed ? 'No estimates match your current filters.' : 'Create your first estimate to get started.'}
          rows={(part) => <EstimateCards estimates={part} busy={busy} openId={panelRoute.openId} />}
          caption={({ count, total = '0', withoutRate = 0 }) => (
            <>
              <span>{`${count.toLocaleString('en-US')} ${count === 1 ? 'estimate' : 'estimates'}`}</span>
              <span>
                Total{' '}
                <span className="font-medium text-ink">
                  <HomeMoney amount={total} />
                </span>
                <WithoutRate count={withoutRate} />
              </span>
            </>
          )}
        >
          {isNarrowed ? (
            <Button variant="secondary" onClick={documents.showAll}>
              Show all estimates
            </Button>
          ) : (
            <Button variant="secondary" onClick={create}>
              Create Your First Estimate
            </Button>
          )}
        </EntityList>
      </DocumentListPage>
      <FloatingActionButton label="New Estimate" onClick={create} />
      {dialogs}
    </RunContext>
  )
}
