import { FilePen, Plus } from 'lucide-react'
import { DocumentFilters } from '#web/documents/list/document-filters.tsx'
import { DocumentListPage, lazyPanel } from '#web/documents/list/document-list-page.tsx'
import { useDocumentList } from '#web/documents/list/use-document-list.ts'
import { useNewDocument } from '#web/lib/dialogs/new-document.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FloatingActionButton } from '#web/ui/floating-action-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { estimates } from './actions/estimate-kind.ts'
import { EstimateCards } from './list/estimate-cards.tsx'
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

const panel = lazyPanel(() => import('./panel/estimate-panel.tsx'))

export default function EstimatesPage() {
  const openNewEstimate = useNewDocument('estimate')
  const create = () => void openNewEstimate()
  const documents = useDocumentList(estimates)
  return (
    <DocumentListPage
      kind={estimates}
      documents={documents}
      actions={useEstimateActions(documents)}
      panel={panel}
      head={
        <>
          <div className="mb-4 flex items-center justify-between gap-4">
            <p className="min-w-0 text-muted">Manage your project estimates and quotes</p>
            <Button className="max-md:hidden" onClick={create}>
              <Plus aria-hidden /> New Estimate
            </Button>
          </div>
          <DocumentFilters kind={estimates} documents={documents} />
        </>
      }
      skeleton={<EstimateCardsSkeleton />}
      rows={EstimateCards}
      empty={{
        icon: <FilePen aria-hidden />,
        title: 'No estimates found',
        noMatch: 'No estimates match your current filters.',
        hint: 'Create your first estimate to get started.',
        action: (
          <Button variant="secondary" onClick={create}>
            Create Your First Estimate
          </Button>
        ),
      }}
    >
      <FloatingActionButton label="New Estimate" onClick={create} />
    </DocumentListPage>
  )
}
