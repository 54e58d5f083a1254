import type { InvoicePaymentWire } from '#shared/contract/invoice-payments.ts'
import type { Currency } from '#shared/currencies.ts'
import { formatDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { providerLabels } from '#shared/payment-methods.ts'
import { MovementRow } from '#web/documents/payments/movement-row.tsx'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import type { Tone } from '#web/ui/badge.tsx'
import { RefundsList } from './refunds-list.tsx'

export type OpenRefund = (payment: InvoicePaymentWire, initial?: { amount?: string; reason?: string | undefined }) => void

const states: Partial<Record<InvoicePaymentWire['status'], { tone: Tone; label: string }>> = {
  pending: { tone: 'warn', label: 'Pending' },
  failed: { tone: 'danger', label: 'Failed' },
  voided: { tone: 'neutral', label: 'Undone' },
}

/** Only the provider can resolve a dispute. */
const describeDispute = ({ dispute, provider }: InvoicePaymentWire): { tone: Tone; label: string } | undefined => {
  if (dispute === null) return undefined
  if (dispute === 'won') return { tone: 'good', label: 'Dispute won' }
  if (dispute === 'lost') return { tone: 'danger', label: 'Dispute lost' }
  return { tone: 'danger', label: `Disputed: respond at ${provider === 'manual' ? 'the bank' : providerLabels[provider]}` }
}

const describeRefunded = ({ amount, refunded, dispute }: InvoicePaymentWire, currency: Currency): string | undefined => {
  if (refunded === '0.00') return undefined
  const what = refunded === amount ? 'Full amount' : formatMoney(refunded, currency)
  return dispute === 'lost' ? `${what} refunded or lost in the dispute` : `${what} refunded`
}

type Props = { payment: InvoicePaymentWire; currency: Currency; undo: () => void; undoing: boolean; refund: OpenRefund }

export const PaymentRow = ({ payment, currency, undo, undoing, refund }: Props) => {
  const { amount, status, paymentMethod, paymentDate, notes, refunds } = payment
  const home = useHomeCurrency()
  const money = formatMoney(amount, currency)
  const badges = [states[status], describeDispute(payment)].filter((badge) => badge !== undefined)
  const refundedText = describeRefunded(payment, currency)
  // One that was recorded by hand is undone, or refunded as the customer's credit.
  const canRefund = payment.provider !== 'manual' && payment.refundable !== '0.00'
  return (
    <MovementRow
      money={money}
      isVoid={status === 'voided'}
      badges={badges}
      notes={notes}
      buttons={[
        ...(payment.canUndo ? [{ label: 'Undo', name: `Undo the payment of ${money}`, isPending: undoing, run: undo }] : []),
        ...(canRefund ? [{ label: 'Refund…', name: `Refund the payment of ${money}…`, run: () => refund(payment) }] : []),
      ]}
      below={
        refunds.length > 0 && (
          <RefundsList
            payment={payment}
            currency={currency}
            retry={canRefund ? ({ amount, reason }) => refund(payment, { amount, reason: reason ?? undefined }) : undefined}
          />
        )
      }
    >
      <p>
        {paymentMethod} · {formatDay(paymentDate)}
      </p>
      {payment.rateSource && (
        <p>
          {formatMoney(payment.homeAmount, home)} in your books · 1 {currency} = {payment.exchangeRate} {home}
        </p>
      )}
      {refundedText && <p>{refundedText}</p>}
    </MovementRow>
  )
}
