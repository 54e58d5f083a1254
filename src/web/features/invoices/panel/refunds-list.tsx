import { CircleAlert, Clock3, type LucideIcon, Undo2 } from 'lucide-react'
import type { InvoicePaymentWire } from '#shared/contract/invoice-payments.ts'
import type { Currency } from '#shared/currencies.ts'
import { formatMoney } from '#shared/money.ts'
import { providerLabels } from '#shared/payment-methods.ts'
import { formatInstant } from '#web/lib/format/instant.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'

type PaymentRefund = InvoicePaymentWire['refunds'][number]

const states: Record<PaymentRefund['status'], { icon: LucideIcon; tone: string; getLabel: (provider: string) => string }> = {
  asking: { icon: Clock3, tone: 'text-muted', getLabel: (provider) => `waiting for ${provider}` },
  pending: { icon: Clock3, tone: 'text-muted', getLabel: () => 'in progress' },
  succeeded: { icon: Undo2, tone: 'text-muted', getLabel: () => 'succeeded' },
  failed: { icon: CircleAlert, tone: 'text-danger', getLabel: () => 'failed' },
}

type Props = {
  payment: InvoicePaymentWire
  currency: Currency
  /** Undefined when nothing is refundable any more. */
  retry: ((refund: PaymentRefund) => void) | undefined
}

export const RefundsList = ({ payment: { amount, provider, refunds }, currency, retry }: Props) => (
  <ul aria-label={`Refunds of the payment of ${formatMoney(amount, currency)}`} className="mt-2 grid gap-2 border-line border-l-2 pl-3">
    {refunds.map((refund) => {
      const { icon: Icon, tone, getLabel } = states[refund.status]
      const money = formatMoney(refund.amount, currency)
      return (
        <li key={refund.id} className="flex items-start gap-2 text-[0.8125rem]">
          <Icon className={cx('mt-0.5 size-3.5 shrink-0', tone)} aria-hidden />
          <div className="min-w-0 flex-1">
            <p className={cx('tabular-nums', tone)}>
              {`Refund of ${money} ${getLabel(provider === 'manual' ? 'the bank' : providerLabels[provider])}`}
            </p>
            <p className="text-muted tabular-nums">Requested {formatInstant(refund.askedAt)}</p>
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
