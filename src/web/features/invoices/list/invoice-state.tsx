import { CircleAlert, Eye } from 'lucide-react'
import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { SendMark } from '#web/documents/email/scheduled-send.tsx'
import { describeDue } from '#web/documents/list/due.ts'
import { EmailMark } from '#web/documents/list/email-mark.tsx'
import { StatusBadge } from '#web/documents/list/status-badge.tsx'
import { KindMark, PartMark, SettledMark } from '#web/documents/payments/settled-mark.tsx'
import { formatInstantDay } from '#web/lib/format/instant.ts'
import { cx } from '#web/ui/cx.ts'

type Attention = NonNullable<ListedInvoiceWire['paymentAttention']> | 'returned'

/** For a paid invoice also a refund or lost dispute. */
const getAttention = ({
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
  overpaid: {
    text: 'Overpaid',
    title: 'The customer paid more than the total: the rest is credit. Open the invoice to refund it.',
    tone: 'text-note',
  },
}

/** Screen readers get the full label. */
const AttentionMark = ({ attention }: { attention: Attention | null }) => {
  if (attention === null) return null
  const { text, short, title, tone } = labels[attention]
  return (
    <span title={short ? `${text}: ${title}` : title} className={cx('flex items-start gap-1 font-medium text-xs leading-4', tone)}>
      <CircleAlert className="mt-px size-3.5 shrink-0" aria-hidden />
      {short ? (
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

export const InvoiceState = ({ invoice }: { invoice: ListedInvoiceWire }) => {
  const { status, emailState, viewedAt, scheduledSend } = invoice
  const due = describeDue(invoice)
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <span className="flex items-center gap-1.5">
        <StatusBadge status={status} />
        <EmailMark state={emailState} />
      </span>
      {/* One line of marks, so that all rows of a table are equally high: what has no room is seen in the panel. */}
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 overflow-hidden empty:hidden md:max-h-4">
        <AttentionMark attention={getAttention(invoice)} />
        {due && (
          <span className={cx('text-xs tabular-nums leading-4', status === 'overdue' ? 'font-medium text-danger' : 'text-muted')}>
            {due}
          </span>
        )}
        <PartMark invoice={invoice} />
        <KindMark kind={invoice.kind} />
        <SettledMark invoice={invoice} />
        {due && viewedAt && (
          <span
            title={`Viewed by the customer on ${formatInstantDay(viewedAt)}`}
            className="inline-flex items-center gap-1 whitespace-nowrap text-muted text-xs"
          >
            <Eye className="size-3.5 shrink-0" aria-hidden />
            viewed
          </span>
        )}
        <SendMark send={scheduledSend} />
      </span>
    </span>
  )
}
