import { FilePen } from 'lucide-react'
import { lazy } from 'react'
import { DocumentListPage, lazyPanel } from '#web/documents/list/document-list-page.tsx'
import { useDocumentList } from '#web/documents/list/use-document-list.ts'
import { useNewDocument } from '#web/lib/dialogs/new-document.ts'
import { estimates } from './actions/estimate-kind.ts'
import { drawCard } from './list/estimate-card.tsx'
import { useEstimateActions } from './use-estimate-actions.tsx'

const EstimateRows = lazy(() => import('./list/estimate-rows.tsx'))
const panel = lazyPanel(() => import('./panel/estimate-panel.tsx'))

export default function EstimatesPage() {
  const create = useNewDocument('estimate')
  const documents = useDocumentList(estimates)
  return (
    <DocumentListPage
      kind={estimates}
      documents={documents}
      actions={useEstimateActions(documents)}
      panel={panel}
      look={{ card: drawCard, rows: (draw) => <EstimateRows draw={draw} /> }}
      empty={{
        icon: <FilePen aria-hidden />,
        title: 'No estimates found',
        hint: 'Create your first estimate to get started.',
      }}
      create={{ label: 'New Estimate', first: 'Create Your First Estimate', run: create }}
    />
  )
}
