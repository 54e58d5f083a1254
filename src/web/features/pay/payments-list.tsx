import type { PublicInvoiceWire } from '#shared/api/public-invoice.ts'
import { formatDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { getMethodLabel } from '#shared/payment-methods.ts'
import { PanelCard } from '#web/public/panel.tsx'
import { ReceiptLink } from '#web/public/receipt-link.tsx'
import { CardTitle } from '#web/ui/card.tsx'

type Props = { title: string; payments: PublicInvoiceWire['payments']; publicId: string }

/** The payments that came, what of each went back, and the receipt to keep. */
export const PaymentsList = ({ title, payments, publicId }: Props) => (
  <PanelCard>
    <CardTitle>{title}</CardTitle>
    <ul className="mt-2 divide-y divide-line text-sm">
      {payments.map((payment, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two equal payments are told apart by nothing else
        <li key={i} className="py-2.5">
          <p className="flex items-baseline justify-between gap-4">
            <span className="min-w-0">{formatDay(payment.paymentDate)}</span>
            <span className="font-medium tabular-nums">{formatMoney(payment.amount)}</span>
          </p>
          <p className="text-muted [overflow-wrap:anywhere]">{getMethodLabel(payment.paymentMethod)}</p>
          {payment.refunded !== '0.00' && (
            <p className="flex items-baseline justify-between gap-4 text-muted">
              <span>{payment.refunded === payment.amount ? 'Refunded in full' : 'Refunded in part'}</span>
              <span className="tabular-nums">-{formatMoney(payment.refunded)}</span>
            </p>
          )}
        </li>
      ))}
    </ul>
    <ReceiptLink publicId={publicId} className="mt-3 w-full print:hidden" />
  </PanelCard>
)
