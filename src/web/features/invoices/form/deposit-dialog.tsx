import { useLocation } from 'wouter'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { InvoiceWire, ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { formatMoney } from '#shared/money.ts'
import { DepositForm } from '#web/documents/deposits/deposit-form.tsx'
import { withTaxRates } from '#web/documents/lines/tax-rates.ts'
import { refreshInvoices } from '#web/documents/payments/refresh-invoices.ts'
import { FormDialog } from '#web/kit/form-dialog.tsx'
import type { FormEnds } from '#web/kit/use-record-form.tsx'
import { call } from '#web/lib/api/client.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

const InvoiceDeposit = ({ invoice, ...ends }: { invoice: InvoiceWire } & FormEnds) => {
  const { id, invoiceNumber } = invoice
  const [, navigate] = useLocation()
  return (
    <DepositForm
      {...ends}
      doc={invoice}
      reference={`Invoice ${invoiceNumber}`}
      explanation="A separate invoice asks for it. Once that is sent, deduct it here, and the customer pays only the rest."
      keptAs={`deposit.${id}`}
      save={(body, request) => call(invoiceEndpoints.requestDeposit, { params: { id }, body, ...request })}
      done={({ invoiceNumber: number, total, currency }) => ({
        title: 'Deposit invoice created',
        description: `${number} asks for ${formatMoney(total, currency)} on ${invoiceNumber}. Send it when you are ready.`,
      })}
      onSaved={(deposit) => navigate(`/invoices/${deposit.id}`)}
      refresh={refreshInvoices}
      send={['Create Deposit Invoice', 'Creating...']}
    />
  )
}

type Props = { invoice: ListedInvoiceWire; open: boolean; onClose: () => void }

export default function DepositDialog({ invoice: { id }, open, onClose }: Props) {
  return (
    <FormDialog
      title="Request a deposit"
      size="sm"
      open={open}
      onClose={onClose}
      question="Discard this deposit? What you typed will be lost."
      name="invoice"
      load={(signal) => withTaxRates(call(invoiceEndpoints.one, { params: { id }, signal }))}
      fallback={<Skeleton className="h-40" />}
    >
      {(invoice, form) => <InvoiceDeposit invoice={invoice} {...form} />}
    </FormDialog>
  )
}
