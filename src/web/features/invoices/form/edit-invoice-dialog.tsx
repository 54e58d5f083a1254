import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import { FormDialog } from '#web/documents/form/form-dialog.tsx'
import { FormSkeleton } from '#web/documents/form/form-skeleton.tsx'
import { call } from '#web/lib/api/client.ts'
import { EditForm } from './edit-form.tsx'

/** Edits a saved invoice, which is refetched because the list may be outdated. */
export default function EditInvoiceDialog({ id, open, onClose }: { id: number; open: boolean; onClose: () => void }) {
  return (
    <FormDialog
      title="Edit Invoice"
      size="xl"
      open={open}
      onClose={onClose}
      question="Discard your changes? What you typed will be lost."
      name="edited invoice"
      load={(signal) => call(invoiceEndpoints.one, { params: { id }, signal })}
      fallback={<FormSkeleton />}
    >
      {(invoice, form) => <EditForm invoice={invoice} {...form} />}
    </FormDialog>
  )
}
