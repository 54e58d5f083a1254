import { creditRefundFields } from '#model/money-actions.ts'
import type { ListedCreditNoteWire } from '#shared/contract/credit-notes.ts'
import { creditRefundInput } from '#shared/contract/credit-refunds.ts'
import { creditNoteEndpoints } from '#shared/contract/endpoints/credit-notes.ts'
import { formatMoney, parseAmount } from '#shared/money.ts'
import { refreshInvoices } from '#web/documents/payments/refresh-invoices.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { call } from '#web/lib/api/client.ts'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { useUndoCreditRefund } from './credit-refund-row.tsx'

/** A credit note without an invoice. */
type FreeNote = Pick<ListedCreditNoteWire, 'id' | 'creditNoteNumber' | 'currency' | 'issueDate'> & { creditLeft: string }

type Props = { note: FreeNote; open: boolean; onClose: () => void }

export default function CreditRefundDialog({ note, open, onClose }: Props) {
  const { id, creditNoteNumber, currency } = note
  const home = useHomeCurrency()
  const undo = useUndoCreditRefund(note)
  return (
    <ActionDialog
      title="Refund a Credit Note"
      description={`${creditNoteNumber}: ${formatMoney(note.creditLeft, currency)} left`}
      noun="refund"
      keptAs={`credit-refund.${id}`}
      fields={creditRefundFields({ ...note, creditLeft: parseAmount(note.creditLeft), home })}
      schema={creditRefundInput}
      intro={
        <p className="text-[0.8125rem] text-muted">
          Return the money yourself, such as by bank transfer. This records it. What is left stays credit of the customer.
        </p>
      }
      send={['Record Refund', 'Recording...']}
      save={(body, request) => call(creditNoteEndpoints.refund, { params: { id }, body, ...request })}
      done={({ refund, creditLeft }) => {
        const rest = creditLeft === '0.00' ? 'Nothing is left of it.' : `${formatMoney(creditLeft, currency)} is left.`
        return {
          title: 'Refund recorded',
          description: `${formatMoney(refund.amount, currency)} of ${creditNoteNumber}. ${rest}`,
          action: { label: 'Undo', run: () => undo.mutate(refund) },
        }
      }}
      refresh={refreshInvoices}
      {...{ open, onClose }}
    />
  )
}
