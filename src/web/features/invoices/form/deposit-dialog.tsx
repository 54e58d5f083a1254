import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { InvoiceWire, ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { DepositForm } from '#web/documents/deposits/deposit-form.tsx'
import { FormDialog } from '#web/documents/form/form-dialog.tsx'
import type { FormRef } from '#web/documents/form/use-discard-guard.ts'
import { withTaxRates } from '#web/documents/lines/tax-rates.ts'
import { useRequestDeposit } from '#web/features/invoices/actions/use-deposits.ts'
import { call } from '#web/lib/api/client.ts'
import { useIdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

type FormProps = { invoice: InvoiceWire; onClose: () => void; onCancel: () => void; formRef: FormRef }

const InvoiceDeposit = ({ invoice, ...form }: FormProps) => {
  const saves = useIdempotentSave()
  const save = useRequestDeposit(invoice, saves)
  return (
    <DepositForm
      {...form}
      doc={invoice}
      reference={`Invoice ${invoice.invoiceNumber}`}
      explanation="A separate invoice asks for it. Once that is sent, deduct it here, and the customer pays only the rest."
      form={`deposit.${invoice.id}`}
      {...{ saves, save }}
      submit={{ label: 'Create Deposit Invoice', pending: 'Creating...' }}
    />
  )
}

type Props = { invoice: ListedInvoiceWire; open: boolean; onClose: () => void }

export default function DepositDialog({ invoice: { id }, open, onClose }: Props) {
  return (
    <FormDialog
      title="Request a Deposit"
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
