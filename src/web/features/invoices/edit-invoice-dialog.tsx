import { call } from '#web/lib/api.ts'
import { Modal } from '#web/ui/modal.tsx'
import { LoadFailed } from '#web/ui/state.tsx'
import { EditForm } from './edit-form.tsx'
import { InvoiceFormSkeleton } from './invoice-form-skeleton.tsx'
import { readInvoice } from './record-calls.ts'
import { useFresh } from './use-fresh.ts'
import { useLeaving } from './use-leaving.ts'

/** Edits a saved invoice, read afresh: what a list remembers may be older. */
export default function EditInvoiceDialog({ id, open, onClose }: { id: number; open: boolean; onClose: () => void }) {
  const { leave, typed } = useLeaving('Discard your changes? What you typed will be lost.', onClose)
  const invoice = useFresh('edited invoice', (signal) => call(readInvoice, { params: { id }, signal }))
  return (
    <Modal title="Edit Invoice" size="xl" open={open} onClose={leave} guard>
      {invoice.data ? (
        <EditForm invoice={invoice.data} onClose={onClose} onCancel={leave} typed={typed} />
      ) : invoice.isError ? (
        <LoadFailed error={invoice.error} retry={() => void invoice.refetch()} />
      ) : (
        <InvoiceFormSkeleton />
      )}
    </Modal>
  )
}
