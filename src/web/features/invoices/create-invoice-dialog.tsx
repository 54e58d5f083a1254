import { useCallback, useRef } from 'react'
import { confirmed } from '#web/ui/confirm.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { InvoiceForm } from './invoice-form.tsx'

/** Writes a new invoice. What was typed is given up only after asking. */
export default function CreateInvoiceDialog({
  open,
  onClose,
  customerId,
}: {
  open: boolean
  onClose: () => void
  customerId?: number | undefined
}) {
  const dirty = useRef(false)
  const noteDirty = useCallback((is: boolean) => {
    dirty.current = is
  }, [])
  const cancel = () => {
    if (!dirty.current || confirmed('Discard this invoice? What you typed will be lost.')) onClose()
  }
  return (
    <Modal title="Create New Invoice" size="xl" open={open} onClose={cancel} guard>
      <InvoiceForm customerId={customerId} onClose={onClose} onCancel={cancel} onDirty={noteDirty} />
    </Modal>
  )
}
