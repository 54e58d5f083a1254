import { call } from '#web/lib/api.ts'
import { Modal } from '#web/ui/modal.tsx'
import { LoadFailed } from '#web/ui/state.tsx'
import { copyDraft, daysToPay, dueAfterDays, newDraft } from './invoice-draft.ts'
import { InvoiceForm } from './invoice-form.tsx'
import { InvoiceFormSkeleton } from './invoice-form-skeleton.tsx'
import { suggestNumber } from './invoice-number.ts'
import { readInvoice } from './record-calls.ts'
import { useFresh } from './use-fresh.ts'
import { useLeaving } from './use-leaving.ts'

type Props = {
  open: boolean
  onClose: () => void
  customerId?: number | undefined
  /** The invoice that it repeats: all but number, dates and status. */
  copyOf?: number | undefined
}

/** Writes a new invoice. */
export default function CreateInvoiceDialog({ open, onClose, customerId, copyOf }: Props) {
  const { leave, typed } = useLeaving('Discard this invoice? What you typed will be lost.', onClose)
  const start = useFresh('new invoice', async (signal) => {
    const [number, original] = await Promise.all([
      suggestNumber(),
      copyOf === undefined ? undefined : call(readInvoice, { params: { id: copyOf }, signal }),
    ])
    const fresh = newDraft(number)
    if (original) return { draft: copyDraft(original, fresh), days: daysToPay(original) }
    return { draft: customerId === undefined ? fresh : { ...fresh, customerId: String(customerId) }, days: dueAfterDays }
  })
  return (
    <Modal title="Create New Invoice" size="xl" open={open} onClose={leave} guard>
      {start.data ? (
        <InvoiceForm
          start={start.data.draft}
          dueAfterDays={start.data.days}
          offering={copyOf === undefined}
          onClose={onClose}
          onCancel={leave}
          typed={typed}
        />
      ) : start.isError ? (
        <LoadFailed error={start.error} retry={() => void start.refetch()} />
      ) : (
        <InvoiceFormSkeleton />
      )}
    </Modal>
  )
}
