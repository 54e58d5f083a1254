import { Ban, CircleCheck, FileCheck } from 'lucide-react'
import type { z } from 'zod'
import { textField } from '#model/action.ts'
import { formatDay } from '#shared/dates.ts'
import { useDocumentActions } from '#web/documents/actions/use-document-actions.ts'
import { DraftDialog, type DraftDialogProps } from '#web/documents/form/draft-dialog.tsx'
import { defineDraftForm } from '#web/documents/form/drafts.ts'
import { pickCommon } from '#web/documents/list/actions.ts'
import { getColumns } from '#web/documents/list/columns.tsx'
import { defineDocument } from '#web/documents/list/document-kind.ts'
import { DocumentListPage, lazyPanel, type PanelProps } from '#web/documents/list/document-list-page.tsx'
import { type ListHandlers, useDocumentList } from '#web/documents/list/use-document-list.ts'
import { DocumentFacts } from '#web/documents/panel/document-panel.tsx'
import { TypedPanel } from '#web/documents/panel/typed-panel.tsx'
import { PlainDocumentPage } from '#web/documents/public/public-document-page.tsx'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { call } from '#web/lib/api/client.ts'
import { useNewDocument } from '#web/lib/dialogs/new-document.ts'
import * as contract from './contract.ts'

// It is sent at once only: scheduled emails have a list of types.
const { scheduledSend: _, ...proFormasApi } = contract.proFormasApi

type Row = z.input<typeof contract.listedProForma>
const isSent = ({ status }: Row) => status === 'sent' || status === 'expired'

const proFormas = defineDocument<Row>()(contract.kind, proFormasApi as never, {
  statuses: { draft: 'Draft', sent: 'Sent', expired: 'Expired', accepted: 'Accepted', voided: 'Voided' },
  actions: [
    ...pickCommon('view', 'edit', 'download', 'email'),
    { name: 'accept', label: 'Record Acceptance…', icon: CircleCheck, keys: ['a'], isAvailable: isSent },
    { name: 'void', label: 'Void…', icon: Ban, isAvailable: (doc) => isSent(doc) || doc.status === 'accepted' },
    ...pickCommon('history', 'delete'),
  ],
})
const columns = Object.values(getColumns(proFormas, ['edit']))

const AcceptDialog = ({ doc, ...dialog }: { doc: Row; open: boolean; onClose: () => void }) => (
  <ActionDialog
    {...{ ...dialog, refresh: proFormas.refresh }}
    title="Record Acceptance"
    noun="acceptance"
    fields={{ by: textField('Accepted by', { maxLength: 60 }) }}
    schema={proFormasApi.accept.body}
    send={['Record Acceptance', 'Recording...']}
    save={(body, request) => call(proFormasApi.accept as never, { params: { id: doc.id }, body, ...request } as never)}
    done={() => ({ title: 'Acceptance recorded' })}
  />
)

const useProFormaActions = (list: ListHandlers) => {
  const voiding = useAction({
    ask: (doc: Row) => [`Void pro forma ${proFormas.getNumber(doc)}?`, { confirm: 'Void', isDestructive: true }],
    send: ({ id }, request) => call(proFormasApi.void as never, { params: { id }, ...request } as never),
    failed: 'Failed to void the pro forma',
    refresh: proFormas.refresh,
  })
  return useDocumentActions(proFormas, list, (show) => ({
    accept: (doc) => show(async () => ({ default: AcceptDialog }), { doc }),
    void: voiding.start,
  }))
}

const Panel = (props: PanelProps<Row>) => (
  <TypedPanel
    {...props}
    kind={proFormas}
    facts={(doc) => (
      <DocumentFacts doc={doc}>{doc.deliveryTerms && <p className="text-sm">Delivery terms: {doc.deliveryTerms}</p>}</DocumentFacts>
    )}
    actions={['email', 'accept', 'edit', 'view', 'void']}
  />
)
const panel = lazyPanel(async () => ({ default: Panel }))

export default function ProFormasPage() {
  const documents = useDocumentList(proFormas)
  const create = useNewDocument(contract.kind)
  return (
    <DocumentListPage
      {...{ kind: proFormas, documents, panel, actions: useProFormaActions(documents), look: { columns } }}
      create={{ label: 'New Pro Forma', run: create }}
      empty={{ icon: <FileCheck aria-hidden />, hint: 'Say what a delivery will cost.' }}
    />
  )
}

const drafts = defineDraftForm<z.input<typeof contract.proForma>>(proFormas, contract.proFormaForm.required({ currency: true }), {
  defaults: () => ({ daysToEnd: 30, notes: '', terms: '' }),
})
export const ProFormaDialog = (dialog: DraftDialogProps) => <DraftDialog {...dialog} kind={proFormas} drafts={drafts} />

export const ProFormaPage = () => (
  <PlainDocumentPage
    type={contract.kind}
    endpoints={contract.publicProFormaApi as never}
    facts={({ expiryDate }: z.input<typeof contract.publicProForma>) => [{ label: 'Valid until', text: formatDay(expiryDate) }]}
  />
)
