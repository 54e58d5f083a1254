import { CircleAlert } from 'lucide-react'
import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { cx } from '#web/ui/cx.ts'

type Attention = NonNullable<ListedInvoiceWire['paymentAttention']> | 'returned'

/** For a paid invoice also a refund or lost dispute. */
export const getAttention = ({
  paymentAttention,
  status,
  balanceDue,
}: Pick<ListedInvoiceWire, 'paymentAttention' | 'status' | 'balanceDue'>): Attention | null =>
  paymentAttention ?? (status === 'paid' && balanceDue !== '0.00' ? 'returned' : null)

const labels: Record<Attention, { text: string; short?: string; title: string; tone: string }> = {
  review: {
    text: 'Payment needs review',
    short: 'Needs review',
    title: "A payment doesn't match the invoice. Open it to decide.",
    tone: 'text-warn',
  },
  dispute: { text: 'Disputed', title: 'A payment is disputed. Respond at the provider.', tone: 'text-danger' },
  'refund failed': { text: 'Refund failed', title: 'A refund failed. Open the invoice to see why.', tone: 'text-danger' },
  returned: {
    text: 'Money returned',
    short: 'Returned',
    title: 'Part of this payment was refunded or lost in a dispute. The customer is not asked to pay it again.',
    tone: 'text-muted',
  },
  overpaid: { text: 'Overpaid', title: 'The customer paid more than the total. Open the invoice to refund it.', tone: 'text-note' },
}

type Props = {
  attention: Attention | null
  /** Screen readers get the full label. */
  isNarrow?: boolean
}

export const AttentionMark = ({ attention, isNarrow = false }: Props) => {
  if (attention === null) return null
  const { text, short, title, tone } = labels[attention]
  return (
    <span
      title={isNarrow && short ? `${text}: ${title}` : title}
      className={cx('flex items-start gap-1 font-medium text-xs leading-4', tone)}
    >
      <CircleAlert className="mt-px size-3.5 shrink-0" aria-hidden />
      {isNarrow && short ? (
        <>
          <span className="sr-only">{text}</span>
          <span aria-hidden>{short}</span>
        </>
      ) : (
        text
      )}
    </span>
  )
}
