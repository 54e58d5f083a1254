import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { InvoiceWire } from '#shared/api/invoices.ts'
import { sendsReceipt, statusLabels } from '#shared/invoice-rules.ts'
import { call } from '#web/lib/api.ts'
import type { IdempotentRequest } from '#web/lib/saves.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentSave } from '#web/lib/use-saves.ts'
import type { FormDraft } from '#web/paper/form-draft.ts'
import { DocumentForm } from '#web/paper/paper-form.tsx'
import { StatusField } from '#web/paper/status-field.tsx'
import type { FormRef } from '#web/paper/use-leaving.ts'
import { useDocumentForm } from '#web/paper/use-paper-form.ts'
import { EmailCheckbox } from '#web/payments/email-choice.tsx'
import { useRefreshInvoices } from '#web/payments/use-refresh.ts'
import { useCustomer } from '#web/pick/customer-picker.tsx'
import { Button } from '#web/ui/button.tsx'
import { updateInvoice } from './calls.ts'
import { editBody, editResolver, savedDraft } from './invoice-draft.ts'
import { invoiceFormConfig } from './invoice-form-kind.ts'
import { describeStatusChange, recordsPayment } from './status-hint.ts'

type Props = { invoice: InvoiceWire; onClose: () => void; onCancel: () => void; typed: FormRef }

/** The Edit Invoice form. */
export const EditForm = ({ invoice, onClose, onCancel, typed }: Props) => {
  const refresh = useRefreshInvoices()
  const saves = useIdempotentSave()
  const update = useMutation({
    mutationFn: (body: ReturnType<typeof editBody>) => {
      const send = (version: number, request: IdempotentRequest) =>
        call(updateInvoice, { params: { id: invoice.id }, body: { ...body, version }, ...request })
      return saves.save(
        body,
        (request) => send(body.version, request),
        (first, request) => send(first.version, request),
      )
    },
    onSuccess: () => {
      toast({ title: 'Success', description: 'Invoice updated successfully' })
      void refresh()
    },
  })
  const form = useDocumentForm({
    kind: invoiceFormConfig,
    start: savedDraft(invoice),
    record: invoice,
    show: savedDraft,
    resolverFor: editResolver,
    typed,
    saves,
    failed: 'Failed to update invoice',
    onClose,
  })
  const saved = form.saved ?? invoice
  const [receipt, setReceipt] = useState<boolean>()
  const sends = receipt ?? sendsReceipt(saved)
  const submit = form.submit((checked, outcome) =>
    update.mutate(editBody(checked, form.version(), checked.status === 'paid' && saved.status !== 'paid' ? sends : undefined), outcome),
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
        <StatusField words={statusLabels} hintFor={(typed) => describeStatusChange(saved, typed)} />
        <ReceiptChoice saved={saved} sends={sends} choose={setReceipt} />
      </div>
    </DocumentForm>
  )
}

/** Shown where saving records a payment, of which the customer may be told. */
const ReceiptChoice = ({ saved, sends, choose }: { saved: InvoiceWire; sends: boolean; choose: (sends: boolean) => void }) => {
  const { control } = useFormContext<FormDraft>()
  const [status, endDate, lineItems, taxAmount, customerId] = useWatch({
    control,
    name: ['status', 'endDate', 'lineItems', 'taxAmount', 'customerId'],
  })
  const customer = useCustomer(customerId === '' ? null : Number(customerId))
  if (!recordsPayment(saved, { status, endDate, lineItems, taxAmount })) return null
  return <EmailCheckbox what="a receipt" to={customer?.email} checked={sends} onChange={({ target }) => choose(target.checked)} />
}
