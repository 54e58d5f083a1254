import type { InvoicePaymentWire } from '#shared/contract/invoice-payments.ts'
import type { Currency } from '#shared/currencies.ts'
import { formatDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { providerLabels } from '#shared/payment-methods.ts'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
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
    <li className="py-2.5 text-sm first:pt-0 last:pb-0">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className={cx('font-medium tabular-nums', status === 'voided' && 'text-muted line-through')}>{money}</span>
            {badges.map(({ tone, label }) => (
              <Badge key={label} tone={tone}>
                {label}
              </Badge>
            ))}
          </p>
          <p className="text-[0.8125rem] text-muted tabular-nums">
            {paymentMethod} · {formatDay(paymentDate)}
          </p>
          {payment.rateSource && (
            <p className="text-[0.8125rem] text-muted tabular-nums">
              {formatMoney(payment.homeAmount, home)} in your books · 1 {currency} = {payment.exchangeRate} {home}
            </p>
          )}
          {refundedText && <p className="text-[0.8125rem] text-muted tabular-nums">{refundedText}</p>}
          {notes && (
            <p dir="auto" className="whitespace-pre-line text-[0.8125rem] [overflow-wrap:anywhere]">
              {notes}
            </p>
          )}
        </div>
        {payment.canUndo && (
          <Button
            variant="ghost"
            size="sm"
            className="-my-1 text-muted"
            pending={undoing}
            onClick={undo}
            aria-label={`Undo the payment of ${money}`}
          >
            Undo
          </Button>
        )}
        {canRefund && (
          <Button
            variant="ghost"
            size="sm"
            className="-my-1 text-muted"
            onClick={() => refund(payment)}
            aria-label={`Refund the payment of ${money}…`}
          >
            Refund…
          </Button>
        )}
      </div>
      {refunds.length > 0 && (
        <RefundsList
          payment={payment}
          currency={currency}
          retry={canRefund ? ({ amount, reason }) => refund(payment, { amount, reason: reason ?? undefined }) : undefined}
        />
      )}
    </li>
  )
}
