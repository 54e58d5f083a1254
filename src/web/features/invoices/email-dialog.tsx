import { call } from '#web/lib/api.ts'
import { Modal } from '#web/ui/modal.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { LoadFailed } from '#web/ui/state.tsx'
import { emailPreview } from './calls.ts'
import { EmailForm } from './email-form.tsx'
import { readInvoice } from './record-calls.ts'
import { useFresh } from './use-fresh.ts'
import { useLeaving } from './use-leaving.ts'

/** Shows the e-mail before it goes to the customer; subject and message can be changed. */
export default function EmailDialog({ id, open, onClose }: { id: number; open: boolean; onClose: () => void }) {
  const { leave, typed } = useLeaving('Discard this e-mail? What you typed will be lost.', onClose)
  const preview = useFresh('e-mail preview', async (signal) => {
    const [mail, invoice] = await Promise.all([
      call(emailPreview, { params: { id }, signal }),
      call(readInvoice, { params: { id }, signal }),
    ])
    return { mail, invoice }
  })
  return (
    <Modal title="Send by Email" open={open} onClose={leave} guard>
      {preview.data ? (
        <EmailForm {...preview.data} onClose={onClose} onCancel={leave} typed={typed} />
      ) : preview.isError ? (
        <LoadFailed error={preview.error} retry={() => void preview.refetch()} />
      ) : (
        <div role="status" aria-label="Loading the e-mail" className="grid gap-4">
          <Skeleton className="h-16" />
          <Skeleton className="h-16" />
          <Skeleton className="h-40" />
          <Skeleton className="h-24" />
        </div>
      )}
    </Modal>
  )
}
