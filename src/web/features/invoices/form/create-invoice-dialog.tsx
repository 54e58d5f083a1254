import { Repeat } from 'lucide-react'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { InvoiceInput } from '#shared/contract/invoices.ts'
import { DocumentForm } from '#web/documents/form/document-form.tsx'
import { FormDialog } from '#web/documents/form/form-dialog.tsx'
import type { FormDraft } from '#web/documents/form/form-draft.ts'
import { FormSkeleton } from '#web/documents/form/form-skeleton.tsx'
import { loadInitialDraft } from '#web/documents/form/initial-draft.ts'
import { useRepeat } from '#web/documents/form/repeat.ts'
import type { FormRef } from '#web/documents/form/use-discard-guard.ts'
import { useDocumentForm } from '#web/documents/form/use-document-form.ts'
import { withTaxRates } from '#web/documents/lines/tax-rates.ts'
import { call } from '#web/lib/api/client.ts'
import type { InvoiceStart, NewKind } from '#web/lib/dialogs/create-invoice.ts'
import { useIdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { Button } from '#web/ui/button.tsx'
import { createBody, invoiceResolver, savedDraft } from './invoice-draft.ts'
import { getInvoiceFormConfig } from './invoice-form-config.ts'
import { useCreateInvoiceCall } from './use-create-invoice.ts'

type InvoiceFormProps = {
  kind: NewKind
  start: FormDraft
  /** Days from issue date to due date, until the user edits the due date. */
  daysToEnd: number
  /** Of an earlier dialog; not for copies. */
  offersDraft: boolean
  onClose: () => void
  onCancel: () => void
  formRef: FormRef
}

const resolverFor = () => invoiceResolver

const InvoiceForm = ({ kind, start, daysToEnd, offersDraft, onClose, onCancel, formRef }: InvoiceFormProps) => {
  const saves = useIdempotentSave()
  const create = useCreateInvoiceCall(saves)
  const form = useDocumentForm({
    config: getInvoiceFormConfig(kind),
    start,
    resolverFor,
    offersDraft,
    formRef,
    saves,
    failed: 'Failed to create invoice',
    onClose,
  })
  const submit = (status: InvoiceInput['status']) =>
    form.submit((checked, outcome) => create.mutate(createBody(checked, { status, kind }, start.number), outcome))
  const openRepeat = useRepeat()
  // What is typed stays stored in this browser until the recurring invoice is saved.
  const repeat = () => {
    void openRepeat({ draft: form.form.getValues(), onSaved: form.local.drop })
    onClose()
  }
  const pendingStatus = create.isPending ? create.variables.status : undefined

  return (
    <DocumentForm
      form={form}
      label={kind === 'retainer' ? 'New retainer' : 'New invoice'}
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
    >
      {kind === 'retainer' ? (
        <p className="text-[0.8125rem] text-muted">Without tax. What is paid of it becomes credit, which you apply to later invoices.</p>
      ) : (
        <Button
          variant="ghost"
          size="sm"
          className="-my-1 -ml-2.5 justify-self-start text-accent"
          title="Create it again every week, month or year"
          onClick={repeat}
        >
          <Repeat aria-hidden /> Repeat…
        </Button>
      )}
    </DocumentForm>
  )
}

type Props = InvoiceStart & { open: boolean; onClose: () => void }

export default function CreateInvoiceDialog({ open, onClose, customerId, copyOf, kind = 'standard' }: Props) {
  return (
    <FormDialog
      title={kind === 'retainer' ? 'Request a Retainer' : 'Create New Invoice'}
      size="editor"
      open={open}
      onClose={onClose}
      question="Discard this invoice? What you typed will be lost."
      name="new invoice"
      load={(signal, client) =>
        loadInitialDraft(client, getInvoiceFormConfig(kind), {
          customerId,
          original:
            copyOf === undefined
              ? undefined
              : withTaxRates(call(invoiceEndpoints.one, { params: { id: copyOf }, signal })).then(savedDraft),
        })
      }
      fallback={<FormSkeleton />}
    >
      {({ draft, days }, form) => (
        <InvoiceForm kind={kind} start={draft} daysToEnd={days} offersDraft={copyOf === undefined && kind === 'standard'} {...form} />
      )}
    </FormDialog>
  )
}
