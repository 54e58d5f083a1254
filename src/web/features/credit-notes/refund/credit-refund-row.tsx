import type { ListedCreditNoteWire } from '#shared/contract/credit-notes.ts'
import type { CreditRefundWire } from '#shared/contract/credit-refunds.ts'
import { creditNoteEndpoints } from '#shared/contract/endpoints/credit-notes.ts'
import { formatDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { UndoRow } from '#web/documents/payments/movement-row.tsx'
import { refreshInvoices } from '#web/documents/payments/refresh-invoices.ts'
import { useAction } from '#web/kit/use-action.ts'
import { call } from '#web/lib/api/client.ts'
import { HomeMoney } from '#web/lib/session/home-currency.tsx'

export const useUndoCreditRefund = ({ id, creditNoteNumber }: Pick<ListedCreditNoteWire, 'id' | 'creditNoteNumber'>) =>
  useAction({
    send: (refund: CreditRefundWire, request) =>
      call(creditNoteEndpoints.reverseRefund, { params: { id, refundId: String(refund.id) }, body: {}, ...request }),
    done: ({ creditLeft }, { currency }) => ({
      title: 'Refund undone',
      description: `${formatMoney(creditLeft, currency)} of ${creditNoteNumber} is left.`,
    }),
    failed: 'Failed to undo the refund',
    refresh: refreshInvoices,
  })

type Props = { note: Pick<ListedCreditNoteWire, 'id' | 'creditNoteNumber'>; refund: CreditRefundWire }

export const CreditRefundRow = ({ note, refund }: Props) => {
  const { amount, currency, homeAmount, day, paymentMethod, notes, reversal } = refund
  const money = formatMoney(amount, currency)
  const { mutate, isPending } = useUndoCreditRefund(note)
  return (
    <UndoRow
      {...{ money, reversal, notes }}
      badge="Refunded"
      details={
        <>
          <p>
            {formatDay(day)} · {paymentMethod}
          </p>
          {homeAmount !== null && (
            <p>
              <HomeMoney amount={homeAmount} /> in your currency
            </p>
          )}
        </>
      }
      noun="refund"
      question={`Undo the refund of ${money}? It will be credit of the customer again.`}
      undo={{ mutate: () => mutate(refund), isPending }}
    />
  )
}
