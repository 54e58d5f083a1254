import { formatMoney } from '#shared/money.ts'
import { useDiscardGuard } from '#web/documents/form/use-discard-guard.ts'
import { Modal } from '#web/ui/modal.tsx'
import { RefundForm } from './refund-form.tsx'
import type { Refundable } from './refunds.ts'

type Props = { of: Refundable; open: boolean; onClose: () => void }

/** Refunds a payment, fully or in part, through its provider. */
export default function RefundDialog({ of, open, onClose }: Props) {
  const { close, formRef } = useDiscardGuard('Discard this refund? No money will be refunded.', onClose)
  return (
    <Modal
      title="Refund a Payment"
      description={`Invoice ${of.invoiceNumber}: up to ${formatMoney(of.refundable)} can be refunded`}
      size="sm"
      open={open}
      onClose={close}
      guard
    >
      <RefundForm of={of} onClose={onClose} onCancel={close} formRef={formRef} />
    </Modal>
  )
}
