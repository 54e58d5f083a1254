import type { InvoiceInput } from '#shared/contract/invoices.ts'
import { DocumentForm } from '#web/documents/form/document-form.tsx'
import type { FormDraft } from '#web/documents/form/form-draft.ts'
import type { FormRef } from '#web/documents/form/use-discard-guard.ts'
import { useDocumentForm } from '#web/documents/form/use-document-form.ts'
import { useIdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { Button } from '#web/ui/button.tsx'
import { createBody, invoiceResolver } from './invoice-draft.ts'
import { invoiceFormConfig } from './invoice-form-config.ts'
import { useCreateInvoiceCall } from './use-create-invoice.ts'

type Props = {
  start: FormDraft
  /** Days from issue date to due date, until the user edits the due date. */
  daysToEnd: number
  /** Whether to offer the draft of an earlier dialog; not for copies. */
  offersDraft: boolean
  onClose: () => void
  onCancel: () => void
  formRef: FormRef
}

const resolverFor = () => invoiceResolver

/** The Create New Invoice form. */
export const InvoiceForm = ({ start, daysToEnd, offersDraft, onClose, onCancel, formRef }: Props) => {
  const saves = useIdempotentSave()
  const create = useCreateInvoiceCall(saves)
  const form = useDocumentForm({
    config: invoiceFormConfig,
    start,
    resolverFor,
    offersDraft,
    formRef,
    saves,
    failed: 'Failed to create invoice',
    onClose,
  })
  const submit = (status: InvoiceInput['status']) =>
    form.submit((checked, outcome) => create.mutate(createBody(checked, status, start.number), outcome))
  const pendingStatus = create.isPending ? create.variables.status : undefined

  return (
    <DocumentForm
      form={form}
      label="New invoice"
      daysToEnd={daysToEnd}
      onCancel={onCancel}
      buttons={
        <>
          <Button variant="secondary" pending={pendingStatus === 'draft'} disabled={pendingStatus === 'sent'} onClick={submit('draft')}>
            {pendingStatus === 'draft' ? 'Creating...' : 'Save as Draft'}
          </Button>
          <Button pending={pendingStatus === 'sent'} disabled={pendingStatus === 'draft'} onClick={submit('sent')}>
            {pendingStatus === 'sent' ? 'Creating...' : 'Create & Send'}
          </Button>
        </>
      }
    />
  )
}
