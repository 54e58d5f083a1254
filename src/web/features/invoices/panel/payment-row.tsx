import { CircleAlert, Clock3, type LucideIcon, Undo2 } from 'lucide-react'
import type { InvoicePaymentWire } from '#shared/contract/invoice-payments.ts'
import type { Currency } from '#shared/currencies.ts'
import { formatDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { providerLabels } from '#shared/payment-methods.ts'
import { MovementRow } from '#web/documents/payments/movement-row.tsx'
import { formatInstant } from '#web/lib/format/instant.ts'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import type { Tone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'

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

type PaymentRefund = InvoicePaymentWire['refunds'][number]

const refundStates: Record<PaymentRefund['status'], { icon: LucideIcon; tone: string; getLabel: (provider: string) => string }> = {
  asking: { icon: Clock3, tone: 'text-muted', getLabel: (provider) => `waiting for ${provider}` },
  pending: { icon: Clock3, tone: 'text-muted', getLabel: () => 'in progress' },
  succeeded: { icon: Undo2, tone: 'text-muted', getLabel: () => 'succeeded' },
  failed: { icon: CircleAlert, tone: 'text-danger', getLabel: () => 'failed' },
}

type RefundsProps = {
  payment: InvoicePaymentWire
  currency: Currency
  /** Undefined when nothing is refundable any more. */
  retry: ((refund: PaymentRefund) => void) | undefined
}

const RefundsList = ({ payment: { amount, provider, refunds }, currency, retry }: RefundsProps) => (
  <ul aria-label={`Refunds of the payment of ${formatMoney(amount, currency)}`} className="mt-2 grid gap-2 border-line border-l-2 pl-3">
    {refunds.map((refund) => {
      const { icon: Icon, tone, getLabel } = refundStates[refund.status]
      const money = formatMoney(refund.amount, currency)
      return (
        <li key={refund.id} className="flex items-start gap-2 text-[0.8125rem]">
          <Icon className={cx('mt-0.5 size-3.5 shrink-0', tone)} aria-hidden />
          <div className="min-w-0 flex-1">
            <p className={cx('tabular-nums', tone)}>
              {`Refund of ${money} ${getLabel(provider === 'manual' ? 'the bank' : providerLabels[provider])}`}
            </p>
            <p className="text-muted tabular-nums">{refund.day ? formatDay(refund.day) : `Requested ${formatInstant(refund.askedAt)}`}</p>
            {refund.reason && (
              <p dir="auto" className="[overflow-wrap:anywhere]">
                {refund.reason}
              </p>
            )}
            {refund.problem && <p className="mt-1 rounded-md bg-sunken px-2 py-1 [overflow-wrap:anywhere]">{refund.problem}</p>}
          </div>
          {refund.status === 'failed' && retry && (
            <Button variant="secondary" size="sm" onClick={() => retry(refund)} aria-label={`Try again: the refund of ${money}`}>
              Try again
            </Button>
          )}
        </li>
      )
    })}
  </ul>
)

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
      {payment.transfer && <p>Part of a payment of {formatMoney(payment.transfer.amount, currency)} for several invoices</p>}
      {payment.rateSource && (
        <p>
          {formatMoney(payment.homeAmount, home)} in your books · 1 {currency} = {payment.exchangeRate} {home}
        </p>
      )}
      {refundedText && <p>{refundedText}</p>}
    </MovementRow>
  )
}
