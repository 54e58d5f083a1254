import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { InvoiceWire } from '#shared/contract/invoices.ts'
import { sendsReceipt, statusLabels } from '#shared/invoice-rules.ts'
import { DocumentDialog } from '#web/documents/form/document-dialog.tsx'
import { DocumentForm } from '#web/documents/form/document-form.tsx'
import type { FormDraft } from '#web/documents/form/form-draft.ts'
import { StatusField } from '#web/documents/form/status-field.tsx'
import { useDocumentForm } from '#web/documents/form/use-document-form.ts'
import { useViewAction } from '#web/documents/list/panel-route.ts'
import { EmailCheckbox } from '#web/documents/payments/email-checkbox.tsx'
import { refreshInvoices } from '#web/documents/payments/refresh-invoices.ts'
import { useCustomer } from '#web/entity/pickers/customer-picker.tsx'
import type { FormEnds } from '#web/kit/use-record-form.tsx'
import { call } from '#web/lib/api/client.ts'
import type { IdempotentRequest } from '#web/lib/mutations/idempotent-save.ts'
import { Button } from '#web/ui/button.tsx'
import { type CheckedEdit, editBody, editResolver, getInvoiceForm, storedInvoices } from './invoice-draft.ts'
import { describeStatusChange, recordsPayment } from './status-hint.ts'

type Body = ReturnType<typeof editBody>

const EditForm = ({ invoice, ...ends }: { invoice: InvoiceWire } & FormEnds) => {
  const { id } = invoice
  const viewAction = useViewAction('/invoices')
  const send = (body: Body, version: number, request: IdempotentRequest) =>
    call(invoiceEndpoints.update, { params: { id }, body: { ...body, version }, ...request })
  const state = useDocumentForm<InvoiceWire, CheckedEdit, Body, InvoiceWire>({
    ...ends,
    config: getInvoiceForm(invoice.kind),
    start: { draft: storedInvoices.toDraft(invoice), saved: invoice, offersDraft: true },
    toValues: storedInvoices.toDraft,
    resolverFor: editResolver,
    save: (body, request) => send(body, body.version, request),
    over: ({ version }, body, request) => send(body, version, request),
    done: () => ({ title: 'Success', description: 'Invoice updated successfully', action: viewAction(id) }),
    refresh: refreshInvoices,
    failed: 'Failed to update invoice',
  })
  const { saved = invoice, pending } = state
  const [receipt, setReceipt] = useState<boolean>()
  const sendReceipt = receipt ?? sendsReceipt(saved)
  return (
    <DocumentForm
      state={state}
      buttons={
        <Button
          pending={pending !== undefined}
          onClick={state.submit((checked, proposed) =>
            editBody(checked, saved, checked.status === 'paid' && saved.status !== 'paid' ? sendReceipt : undefined, proposed),
          )}
        >
          {pending ? 'Updating...' : 'Update Invoice'}
        </Button>
      }
    >
      <div className="grid gap-2.5">
        <StatusField labels={statusLabels} hintFor={(typed) => describeStatusChange(saved, typed)} />
        <ReceiptChoice saved={saved} checked={sendReceipt} choose={setReceipt} />
      </div>
    </DocumentForm>
  )
}

const ReceiptChoice = ({ saved, checked, choose }: { saved: InvoiceWire; checked: boolean; choose: (sendReceipt: boolean) => void }) => {
  const { control } = useFormContext<FormDraft>()
  const typed = useWatch({ control }) as FormDraft
  const customer = useCustomer(typed.customerId === '' ? null : Number(typed.customerId))
  if (!recordsPayment(saved, typed)) return null
  return <EmailCheckbox what="a receipt" to={customer?.email} checked={checked} onChange={({ target }) => choose(target.checked)} />
}

export default function EditInvoiceDialog(props: { id: number; open: boolean; onClose: () => void }) {
  return (
    <DocumentDialog title="Edit Invoice" config={getInvoiceForm('standard')} stored={storedInvoices} {...props}>
      {({ saved }, ends) => <EditForm invoice={saved!} {...ends} />}
    </DocumentDialog>
  )
}
