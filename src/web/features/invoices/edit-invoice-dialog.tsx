import { call } from '#web/lib/api.ts'
import { FormSkeleton } from '#web/paper/form-skeleton.tsx'
import { FormDialog } from '#web/paper/fresh-dialog.tsx'
import { EditForm } from './edit-form.tsx'
import { readInvoice } from './record-calls.ts'

/** Edits a saved invoice, read afresh: what a list remembers may be older. */
export default function EditInvoiceDialog({ id, open, onClose }: { id: number; open: boolean; onClose: () => void }) {
  return (
    <FormDialog
      title="Edit Invoice"
      size="xl"
      open={open}
      onClose={onClose}
      question="Discard your changes? What you typed will be lost."
      what="edited invoice"
      ask={(signal) => call(readInvoice, { params: { id }, signal })}
      waiting={<FormSkeleton />}
    >
      {(invoice, form) => <EditForm invoice={invoice} {...form} />}
    </FormDialog>
  )
}
