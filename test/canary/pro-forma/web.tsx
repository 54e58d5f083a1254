import { Ban, CircleCheck, FileCheck } from 'lucide-react'
import { useFormContext } from 'react-hook-form'
import type { z } from 'zod'
import { textField } from '#model/action.ts'
import { formatDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { useDocumentActions } from '#web/documents/actions/use-document-actions.ts'
import { DraftDialog, type DraftDialogProps } from '#web/documents/form/draft-dialog.tsx'
import { defineDrafts } from '#web/documents/form/drafts.ts'
import { formResolver } from '#web/documents/form/form-resolver.ts'
import { commonActions } from '#web/documents/list/actions.ts'
import { DocumentHead } from '#web/documents/list/document-head.tsx'
import { defineDocument, viewPdf } from '#web/documents/list/document-kind.ts'
import { DocumentLink } from '#web/documents/list/document-link.tsx'
import { DocumentListPage, lazyPanel, type PanelProps } from '#web/documents/list/document-list-page.tsx'
import { actionsColumn } from '#web/documents/list/row-actions.tsx'
import { StatusBadge } from '#web/documents/list/status-badge.tsx'
import { type ListHandlers, useDocumentList } from '#web/documents/list/use-document-list.ts'
import { CustomerLink, PanelActions, PanelFacts } from '#web/documents/panel/document-panel.tsx'
import { TypedPanel } from '#web/documents/panel/typed-panel.tsx'
import { PlainDocumentPage } from '#web/documents/public/public-document-page.tsx'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import type { Column } from '#web/kit/list/record-rows.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { call } from '#web/lib/api/client.ts'
import { useNewDocument } from '#web/lib/dialogs/new-document.ts'
import { Field, Input } from '#web/ui/field.tsx'
import * as contract from './contract.ts'

const { acceptance, proFormaForm, publicProFormaApi } = contract
// It is sent at once only: scheduled emails have a list of types.
const { scheduledSend: _, ...proFormasApi } = contract.proFormasApi
const statuses = { draft: 'Draft', sent: 'Sent', expired: 'Expired', accepted: 'Accepted', voided: 'Voided' }

type Row = z.input<typeof contract.listedProForma>
type Saved = z.input<typeof contract.proForma>
const isSent = ({ status }: Row) => status === 'sent' || status === 'expired'

const proFormas = defineDocument<Row>()('pro-forma' as 'estimate', proFormasApi as never, {
  changes: ['/api/pro-formas', '/api/dashboard', '/api/customers'],
  all: 'All Statuses',
  statuses,
  searchIn: ({ customer }) => [customer.name],
  email: { may: ({ customer }) => customer.email !== null || 'This customer has no email address.', toBody: () => ({}) },
  actions: [
    viewPdf(proFormasApi as never),
    commonActions.edit,
    commonActions.download,
    commonActions.email,
    { name: 'accept', label: 'Record Acceptance…', icon: CircleCheck, keys: ['a'], isAvailable: isSent },
    { name: 'void', label: 'Void…', icon: Ban, isAvailable: (doc) => isSent(doc) || doc.status === 'accepted' },
    commonActions.history,
    commonActions.delete,
  ],
})

const AcceptDialog = ({ doc: { id, proFormaNumber }, ...dialog }: { doc: Row; open: boolean; onClose: () => void }) => (
  <ActionDialog
    {...dialog}
    title="Record Acceptance"
    description={proFormaNumber}
    noun="acceptance"
    fields={{ by: textField('Accepted by', { maxLength: 60 }) }}
    schema={acceptance}
    send={['Record Acceptance', 'Recording...']}
    save={(body, request) => call(proFormasApi.accept as never, { params: { id }, body, ...request } as never)}
    done={() => ({ title: 'Acceptance recorded' })}
    refresh={proFormas.refresh}
  />
)
const loadAccept = async () => ({ default: AcceptDialog })
const loadForm = async () => ({ default: ProFormaDialog })

const useProFormaActions = (list: ListHandlers) => {
  const voiding = useAction({
    ask: ({ proFormaNumber }: Row) => [`Void pro forma ${proFormaNumber}?`, { confirm: 'Void', isDestructive: true }],
    send: ({ id }, request) => call(proFormasApi.void as never, { params: { id }, ...request } as never),
    failed: 'Failed to void the pro forma',
    refresh: proFormas.refresh,
  })
  return useDocumentActions(proFormas, list, (show) => ({
    edit: ({ id }) => show(loadForm, { id }),
    accept: (doc) => show(loadAccept, { doc }),
    void: voiding.start,
  }))
}

const columns: readonly Column<Row>[] = [
  {
    head: 'Pro forma',
    by: 'proFormaNumber',
    inLine: 'title',
    cell: ({ id, proFormaNumber }) => <DocumentLink list={proFormas.path} id={id} number={proFormaNumber} />,
  },
  { head: 'Customer', by: 'customer', inLine: 'note', cell: ({ customer }) => <bdi>{customer.name}</bdi> },
  { head: 'Total', by: 'total', numeric: true, inLine: 'amount', cell: ({ total, currency }) => formatMoney(total, currency) },
  { head: 'Status', inLine: 'title', cell: ({ status }) => <StatusBadge status={status} /> },
  actionsColumn(proFormas, ['edit']),
]

const Panel = (props: PanelProps<Row>) => (
  <TypedPanel
    {...props}
    kind={proFormas}
    endpoints={proFormasApi as never}
    facts={(doc: Row) => (
      <PanelFacts label="Total" amount={formatMoney(doc.total, doc.currency)}>
        <CustomerLink id={doc.customerId} customer={doc.customer} />
        <p className="text-muted text-sm">{doc.deliveryTerms && `Delivery terms: ${doc.deliveryTerms}`}</p>
      </PanelFacts>
    )}
  >
    {(doc: Row) => <PanelActions kind={proFormas} doc={doc} names={['email', 'accept', 'edit', 'view', 'void']} />}
  </TypedPanel>
)
const panel = lazyPanel(async () => ({ default: Panel }))

export default function ProFormasPage() {
  const documents = useDocumentList(proFormas)
  const create = useNewDocument(proFormas.type)
  return (
    <DocumentListPage
      kind={proFormas}
      documents={documents}
      actions={useProFormaActions(documents)}
      panel={panel}
      head={<DocumentHead kind={proFormas} documents={documents} create={{ label: 'New Pro Forma', run: () => create() }} />}
      look={{ columns }}
      empty={{ icon: <FileCheck aria-hidden />, hint: 'Say what a delivery will cost.' }}
    />
  )
}

const drafts = defineDrafts<Saved>(proFormas, {
  ...{ terms: '', termsExample: '', isInBooks: false },
  own: { deliveryTerms: { label: 'Delivery Terms' } },
  defaults: () => ({ daysToEnd: 30, notes: '', terms: '' }),
})
const resolver = formResolver(proFormaForm.required({ currency: true }), drafts.config)

const DeliveryTerms = () => {
  const { register, getFieldState, formState } = useFormContext()
  return (
    <Field label="Delivery Terms" error={getFieldState('deliveryTerms', formState).error?.message}>
      <Input {...register('deliveryTerms')} />
    </Field>
  )
}

export const ProFormaDialog = (dialog: DraftDialogProps) => (
  <DraftDialog {...dialog} kind={proFormas} drafts={drafts} resolver={resolver}>
    {() => <DeliveryTerms />}
  </DraftDialog>
)

export const ProFormaPage = () => (
  <PlainDocumentPage
    type={proFormas.type}
    endpoints={publicProFormaApi as never}
    show={({ status, expiryDate }: z.input<typeof contract.publicProForma>) => ({
      state: { label: statuses[status], tone: 'note' },
      facts: [{ label: 'Valid until', text: formatDay(expiryDate) }],
      texts: [],
    })}
  />
)
