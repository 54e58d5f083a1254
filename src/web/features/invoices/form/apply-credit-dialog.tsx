import { creditApplicationFields } from '#model/money-actions.ts'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { creditApplicationInput } from '#shared/contract/settlements.ts'
import { type Amount, formatMoney, parseAmount } from '#shared/money.ts'
import { refreshInvoices } from '#web/documents/payments/refresh-invoices.ts'
import { useAppliedCredit } from '#web/features/invoices/actions/use-settlements.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { call } from '#web/lib/api/client.ts'

type Props = { invoice: ListedInvoiceWire; credit: Amount; open: boolean; onClose: () => void }

export default function ApplyCreditDialog({ invoice, credit, open, onClose }: Props) {
  const { id, invoiceNumber, currency, balanceDue, issueDate } = invoice
  return (
    <ActionDialog
      title="Apply Credit"
      description={`Invoice ${invoiceNumber}: ${formatMoney(balanceDue, currency)} due, ${formatMoney(credit, currency)} credit`}
      noun="credit"
      keptAs={`apply-credit.${id}`}
      fields={creditApplicationFields({ currency, due: parseAmount(balanceDue), credit, issueDate })}
      schema={creditApplicationInput}
      send={['Apply Credit', 'Applying...']}
      save={(body, request) => call(invoiceEndpoints.applyCredit, { params: { id }, body, ...request })}
      done={useAppliedCredit(invoice)}
      refresh={refreshInvoices}
      {...{ open, onClose }}
    />
  )
}
