import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { InvoiceWire } from '#shared/contract/invoices.ts'
import { sendsReceipt, statusLabels } from '#shared/invoice-rules.ts'
import { DocumentForm } from '#web/documents/form/document-form.tsx'
import { FormDialog } from '#web/documents/form/form-dialog.tsx'
import type { FormDraft } from '#web/documents/form/form-draft.ts'
import { FormSkeleton } from '#web/documents/form/form-skeleton.tsx'
import { StatusField } from '#web/documents/form/status-field.tsx'
import type { FormRef } from '#web/documents/form/use-discard-guard.ts'
import { useDocumentForm } from '#web/documents/form/use-document-form.ts'
import { withTaxRates } from '#web/documents/lines/tax-rates.ts'
import { useViewAction } from '#web/documents/list/panel-route.ts'
import { EmailCheckbox } from '#web/documents/payments/email-checkbox.tsx'
import { useRefreshInvoices } from '#web/documents/payments/use-refresh-invoices.ts'
import { useCustomer } from '#web/entity/pickers/customer-picker.tsx'
import { call } from '#web/lib/api/client.ts'
import type { IdempotentRequest } from '#web/lib/mutations/idempotent-save.ts'
import { useIdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { editBody, editResolver, savedDraft } from './invoice-draft.ts'
import { getInvoiceFormConfig } from './invoice-form-config.ts'
import { describeStatusChange, recordsPayment } from './status-hint.ts'

type Props = { invoice: InvoiceWire; onClose: () => void; onCancel: () => void; formRef: FormRef }

const EditForm = ({ invoice, onClose, onCancel, formRef }: Props) => {
  const refresh = useRefreshInvoices()
  const viewAction = useViewAction('/invoices')
  const saves = useIdempotentSave()
  const update = useMutation({
    mutationFn: (body: ReturnType<typeof editBody>) => {
      const send = (version: number, request: IdempotentRequest) =>
        call(invoiceEndpoints.update, { params: { id: invoice.id }, body: { ...body, version }, ...request })
      return saves.save(
        body,
        (request) => send(body.version, request),
        (saved, request) => send(saved.version, request),
      )
    },
    onSuccess: () => {
      toast({ title: 'Success', description: 'Invoice updated successfully', action: viewAction(invoice.id) })
      void refresh()
    },
  })
  const form = useDocumentForm({
    config: getInvoiceFormConfig(invoice.kind),
    start: savedDraft(invoice),
    record: invoice,
    toDraft: savedDraft,
    resolverFor: editResolver,
    formRef,
    saves,
    failed: 'Failed to update invoice',
    onClose,
  })
  const saved = form.saved ?? invoice
  const [receipt, setReceipt] = useState<boolean>()
  const sendReceipt = receipt ?? sendsReceipt(saved)
  const submit = form.submit((checked, outcome) =>
    update.mutate(
      editBody(
        checked,
        { version: form.version(), lineItems: saved.lineItems },
        checked.status === 'paid' && saved.status !== 'paid' ? sendReceipt : undefined,
      ),
      outcome,
    ),
  )

  return (
    <DocumentForm
      form={form}
      label="Invoice"
      minQuantity="1"
      onCancel={onCancel}
      buttons={
        <Button pending={update.isPending} onClick={submit}>
          {update.isPending ? 'Updating...' : 'Update Invoice'}
        </Button>
      }
    >
      <div className="grid gap-2.5">
        <StatusField labels={statusLabels} hintFor={(formRef) => describeStatusChange(saved, formRef)} />
        <ReceiptChoice saved={saved} sendReceipt={sendReceipt} choose={setReceipt} />
      </div>
    </DocumentForm>
  )
}

const ReceiptChoice = ({
  saved,
  sendReceipt,
  choose,
}: {
  saved: InvoiceWire
  sendReceipt: boolean
  choose: (sendReceipt: boolean) => void
}) => {
  const { control } = useFormContext<FormDraft>()
  const typed = useWatch({ control }) as FormDraft
  const customer = useCustomer(typed.customerId === '' ? null : Number(typed.customerId))
  if (!recordsPayment(saved, typed)) return null
  return <EmailCheckbox what="a receipt" to={customer?.email} checked={sendReceipt} onChange={({ target }) => choose(target.checked)} />
}

/** The saved invoice is refetched because the list may be outdated. */
export default function EditInvoiceDialog({ id, open, onClose }: { id: number; open: boolean; onClose: () => void }) {
  return (
    <FormDialog
      title="Edit Invoice"
      size="editor"
      open={open}
      onClose={onClose}
      question="Discard your changes? What you typed will be lost."
      name="edited invoice"
      load={(signal) => withTaxRates(call(invoiceEndpoints.one, { params: { id }, signal }))}
      fallback={<FormSkeleton />}
    >
      {(invoice, form) => <EditForm invoice={invoice} {...form} />}
    </FormDialog>
  )
}
