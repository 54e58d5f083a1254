import { useMutation } from '@tanstack/react-query'
import type { CreditApplicationWire } from '#shared/contract/credit-applications.ts'
import type { CreditNoteWire } from '#shared/contract/credit-notes.ts'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { InvoicePaymentWire } from '#shared/contract/invoice-payments.ts'
import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import type { WriteOffWire } from '#shared/contract/write-offs.ts'
import { formatMoney } from '#shared/money.ts'
import { useRefreshInvoices } from '#web/documents/payments/use-refresh-invoices.ts'
import { call } from '#web/lib/api/client.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import { runMutation, toastFailure } from '#web/lib/mutations/run-mutation.ts'
import { toast } from '#web/lib/toast.ts'
import { confirmAction } from '#web/ui/confirm.ts'
import { CreditApplicationRow } from './credit-application-row.tsx'
import { CreditNoteRow } from './credit-note-row.tsx'
import { type OpenRefund, PaymentRow } from './payment-row.tsx'
import { WriteOffRow } from './write-off-row.tsx'

type Props = {
  invoice: Pick<ListedInvoiceWire, 'id' | 'invoiceNumber' | 'currency'>
  payments: readonly InvoicePaymentWire[]
  writeOffs: readonly WriteOffWire[]
  creditNotes: readonly CreditNoteWire[]
  creditApplications: readonly CreditApplicationWire[]
  refund: OpenRefund
}

const byRecordedAt = (a: { recordedAt: string }, b: { recordedAt: string }) => (a.recordedAt < b.recordedAt ? 1 : -1)

/** Newest first, and then the credit notes. */
export const PaymentsList = ({ invoice, payments, writeOffs, creditNotes, creditApplications, refund }: Props) => {
  const { id: invoiceId, currency } = invoice
  const refresh = useRefreshInvoices()
  const undo = useMutation({
    mutationFn: ({ id }: InvoicePaymentWire) =>
      runMutation((request) => call(invoiceEndpoints.voidPayment, { params: { id: invoiceId, paymentId: String(id) }, ...request })),
    onSuccess: (_, { amount }) => {
      toast({ title: 'Success', description: `Payment of ${formatMoney(amount, currency)} undone` })
      return refresh()
    },
    onError: (error) => {
      toastFailure(error, {
        title: 'Error',
        description: 'Failed to undo the payment',
        detail: toFailure(error).message,
        variant: 'destructive',
      })
      return refresh()
    },
  })
  const undoPayment = async (payment: InvoicePaymentWire) => {
    const question = `Undo the payment of ${formatMoney(payment.amount, currency)}? The invoice will be due again.`
    if (undo.isPending || !(await confirmAction(question, { confirm: 'Undo payment', isDestructive: true }))) return
    undo.mutate(payment)
  }
  const rows = [
    ...payments.map((payment) => ({
      recordedAt: payment.recordedAt,
      row: (
        <PaymentRow
          key={`payment ${payment.id}`}
          payment={payment}
          currency={currency}
          undo={() => void undoPayment(payment)}
          undoing={undo.isPending && undo.variables.id === payment.id}
          refund={refund}
        />
      ),
    })),
    ...writeOffs.map((writeOff) => ({
      recordedAt: writeOff.recordedAt,
      row: <WriteOffRow key={`write-off ${writeOff.id}`} invoice={invoice} writeOff={writeOff} />,
    })),
    ...creditApplications.map((application) => ({
      recordedAt: application.recordedAt,
      row: <CreditApplicationRow key={`credit ${application.id}`} invoiceId={invoiceId} application={application} />,
    })),
  ]
  return (
    <ul className="divide-y divide-line">
      {rows.toSorted(byRecordedAt).map(({ row }) => row)}
      {creditNotes.map((note) => (
        <CreditNoteRow key={`credit note ${note.id}`} note={note} />
      ))}
    </ul>
  )
}
