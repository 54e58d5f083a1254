import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import { FormDialog } from '#web/documents/form/form-dialog.tsx'
import { FormSkeleton } from '#web/documents/form/form-skeleton.tsx'
import { loadInitialDraft } from '#web/documents/form/initial-draft.ts'
import { call } from '#web/lib/api/client.ts'
import { savedDraft } from './invoice-draft.ts'
import { InvoiceForm } from './invoice-form.tsx'
import { invoiceFormConfig } from './invoice-form-config.ts'

type Props = {
  open: boolean
  onClose: () => void
  customerId?: number | undefined
  /** The invoice to copy: everything but number, dates and status. */
  copyOf?: number | undefined
}

/** Creates an invoice. */
export default function CreateInvoiceDialog({ open, onClose, customerId, copyOf }: Props) {
  return (
    <FormDialog
      title="Create New Invoice"
      size="xl"
      open={open}
      onClose={onClose}
      question="Discard this invoice? What you typed will be lost."
      name="new invoice"
      load={(signal, client) =>
        loadInitialDraft(client, invoiceFormConfig, {
          customerId,
          original: copyOf === undefined ? undefined : call(invoiceEndpoints.one, { params: { id: copyOf }, signal }).then(savedDraft),
        })
      }
      fallback={<FormSkeleton />}
    >
      {({ draft, days }, form) => <InvoiceForm start={draft} daysToEnd={days} offersDraft={copyOf === undefined} {...form} />}
    </FormDialog>
  )
}
