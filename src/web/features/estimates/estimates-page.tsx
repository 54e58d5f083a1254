import { FilePen } from 'lucide-react'
import { DocumentHead } from '#web/documents/list/document-head.tsx'
import { DocumentListPage, lazyPanel } from '#web/documents/list/document-list-page.tsx'
import { useDocumentList } from '#web/documents/list/use-document-list.ts'
import { useNewDocument } from '#web/lib/dialogs/new-document.ts'
import { Button } from '#web/ui/button.tsx'
import { FloatingActionButton } from '#web/ui/floating-action-button.tsx'
import { estimates } from './actions/estimate-kind.ts'
import { drawCard } from './list/estimate-card.tsx'
import { useEstimateActions } from './use-estimate-actions.tsx'

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
        <DocumentHead kind={estimates} documents={documents} create={{ label: 'New Estimate', title: 'New Estimate (N)', run: create }} />
      }
      look={{ card: drawCard }}
      empty={{
        icon: <FilePen aria-hidden />,
        title: 'No estimates found',
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
