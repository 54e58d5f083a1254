import type { InvoiceWire } from '#shared/contract/invoices.ts'
import { formatMoney } from '#shared/money.ts'
import { useDiscardGuard } from '#web/documents/form/use-discard-guard.ts'
import { Modal } from '#web/ui/modal.tsx'
import { PaymentForm } from './record-payment-form.tsx'

type Props = {
  invoice: Pick<InvoiceWire, 'id' | 'invoiceNumber' | 'balanceDue' | 'status' | 'customer'>
  open: boolean
  onClose: () => void
}

/** Records a payment that was made without the payment link. */
export default function PaymentDialog({ invoice, open, onClose }: Props) {
  const { close, formRef } = useDiscardGuard('Discard this payment? What you typed will be lost.', onClose)
  return (
    <Modal
      title="Record Payment"
      description={`Invoice ${invoice.invoiceNumber}: ${formatMoney(invoice.balanceDue)} due`}
      size="sm"
      open={open}
      onClose={close}
      guard
    >
      <PaymentForm invoice={invoice} onClose={onClose} onCancel={close} formRef={formRef} />
    </Modal>
  )
}
