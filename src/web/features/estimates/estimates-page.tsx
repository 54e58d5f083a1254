import { FilePen, Plus } from 'lucide-react'
import { lazy } from 'react'
import { showMoney } from '#shared/money.ts'
import { EntityList } from '#web/entity/entity-list.tsx'
import { PaperFilters } from '#web/paper/paper-filters.tsx'
import { PaperPage } from '#web/paper/paper-page.tsx'
import { usePaperList } from '#web/paper/use-paper-list.ts'
import { useRowKeys } from '#web/paper/use-row-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { FloatingAdd } from '#web/ui/floating-add.tsx'
import { estimateActions, RunContext } from './actions.ts'
import { EstimateCards } from './estimate-cards.tsx'
import { EstimateCardsOutline } from './estimate-cards-outline.tsx'
import { estimateList, estimateOffers, statusFilters } from './estimate-list.ts'
import { useEstimateActions } from './use-estimate-actions.tsx'

const EstimatePanel = lazy(() => import('./estimate-panel.tsx'))

export default function EstimatesPage() {
  const papers = usePaperList(estimateList, estimateOffers)
  const { address, list, rows, place, isNarrowed } = papers
  const { run, busy, create, dialogs } = useEstimateActions({ open: place.open, hold: papers.hold, leave: papers.leave })
  useRowKeys({ papers, actions: estimateActions, run })

  return (
    <RunContext value={run}>
      <PaperPage
        papers={papers}
        label="Estimates"
        head={
          <>
            <div className="mb-4 flex items-center justify-between gap-4">
              <p className="min-w-0 text-muted">Manage your project estimates and quotes</p>
              <Button className="max-md:hidden" onClick={create}>
                <Plus aria-hidden /> New Estimate
              </Button>
            </div>
            <PaperFilters
              noun="estimate"
              path={estimateList.path}
              placeholder="Search estimates..."
              address={address}
              statuses={statusFilters}
              sorts={estimateOffers.sorts}
              sortClassName="sm:flex-none sm:min-w-40"
              canExport={rows.length > 0}
            />
          </>
        }
        panel={(id) => <EstimatePanel id={id} listed={papers.openRow} close={() => place.close()} shown={papers.inPanel} />}
      >
        <EntityList
          noun="estimate"
          list={list}
          outline={<EstimateCardsOutline />}
          icon={<FilePen aria-hidden />}
          nothing="No estimates found"
          hint={isNarrowed ? 'No estimates match your current filters.' : 'Create your first estimate to get started.'}
          rows={(part) => <EstimateCards estimates={part} busy={busy} openId={place.openId} />}
          caption={({ count, total = '0' }) => (
            <>
              <span>{`${count.toLocaleString('en-US')} ${count === 1 ? 'estimate' : 'estimates'}`}</span>
              <span>
                Total <span className="font-medium text-ink">{showMoney(total)}</span>
              </span>
            </>
          )}
        >
          {isNarrowed ? (
            <Button variant="secondary" onClick={papers.showAll}>
              Show all estimates
            </Button>
          ) : (
            <Button onClick={create}>Create Your First Estimate</Button>
          )}
        </EntityList>
      </PaperPage>
      <FloatingAdd label="New Estimate" onClick={create} />
      {dialogs}
    </RunContext>
  )
}
