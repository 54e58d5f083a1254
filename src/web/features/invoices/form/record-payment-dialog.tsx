import { paymentFields } from '#model/money-actions.ts'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import { paymentInput } from '#shared/contract/invoice-payments.ts'
import type { InvoiceWire } from '#shared/contract/invoices.ts'
import { sendsReceipt } from '#shared/invoice-rules.ts'
import { formatMoney, parseAmount, zero } from '#shared/money.ts'
import { EmailCheckbox } from '#web/documents/payments/email-checkbox.tsx'
import { refreshInvoices } from '#web/documents/payments/refresh-invoices.ts'
import { hasWriteOff } from '#web/features/invoices/actions/invoice-kind.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { call } from '#web/lib/api/client.ts'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import type { PaidInvoice } from './payment-value.ts'
import { PaymentValueFields } from './payment-value-fields.tsx'

type PayableInvoice = PaidInvoice &
  Pick<InvoiceWire, 'id' | 'invoiceNumber' | 'currency' | 'exchangeRate' | 'balanceDue' | 'amountWrittenOff' | 'status' | 'customer'>

const describeAmount = (invoice: PayableInvoice) => {
  const { balanceDue, amountWrittenOff, currency } = invoice
  if (!hasWriteOff(invoice)) return `${formatMoney(balanceDue, currency)} due`
  const writtenOff = `${formatMoney(amountWrittenOff, currency)} written off`
  return parseAmount(balanceDue) === 0 ? writtenOff : `${formatMoney(balanceDue, currency)} due, ${writtenOff}`
}

const useUndoPayment = ({ id, invoiceNumber }: PayableInvoice) =>
  useAction({
    send: (paymentId: number, request) => call(invoiceEndpoints.voidPayment, { params: { id, paymentId: String(paymentId) }, ...request }),
    done: () => ({ title: 'Payment undone', description: `The payment was removed from invoice ${invoiceNumber}.` }),
    failed: 'Failed to undo the payment',
    refresh: refreshInvoices,
  })

type Props = {
  invoice: PayableInvoice
  open: boolean
  onClose: () => void
}

export default function PaymentDialog({ invoice, open, onClose }: Props) {
  const { id, invoiceNumber, currency, balanceDue, amountWrittenOff, customer, exchangeRate } = invoice
  const due = parseAmount(balanceDue)
  const writtenOff = hasWriteOff(invoice) ? parseAmount(amountWrittenOff) : zero
  const home = useHomeCurrency()
  const undo = useUndoPayment(invoice)
  return (
    <ActionDialog
      title="Record Payment"
      description={`Invoice ${invoiceNumber}: ${describeAmount(invoice)}`}
      noun="payment"
      keptAs={`payment.${id}`}
      fields={paymentFields({ currency, due, writtenOff, home, sendsReceipt: sendsReceipt(invoice) })}
      schema={paymentInput}
      own={{
        exchangeRate: (form) => <PaymentValueFields form={form} invoice={invoice} />,
        // Drawn beside the rate.
        homeAmount: () => null,
        sendReceipt: ({ register }) => <EmailCheckbox what="a receipt" to={customer.email} {...register('sendReceipt')} />,
      }}
      intro={
        writtenOff > 0 && (
          <p className="rounded-lg bg-note-soft px-3 py-2.5 text-note text-sm">
            {due === 0
              ? 'The payment undoes the write-off. What it leaves open is due again.'
              : 'A payment of more than the balance due undoes the write-off.'}
          </p>
        )
      }
      send={['Record Payment', 'Recording...']}
      // Of a draft without a rate, the server asks for the invoice's rate, which no field of this form has.
      toField={(path) => (path !== 'exchangeRate' || exchangeRate !== null ? path : undefined)}
      save={(body, request) => call(invoiceEndpoints.recordPayment, { params: { id }, body, ...request })}
      done={({ payment, balanceDue: left }) => {
        const rest = left === '0.00' ? 'It is paid.' : `${formatMoney(left, currency)} is still due.`
        return {
          title: 'Payment recorded',
          description: `${formatMoney(payment.amount, currency)} for invoice ${invoiceNumber}. ${rest}`,
          action: { label: 'Undo', run: () => undo.mutate(payment.id) },
        }
      }}
      refresh={refreshInvoices}
      {...{ open, onClose }}
    />
  )
}
