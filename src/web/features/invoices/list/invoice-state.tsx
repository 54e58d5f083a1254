import { Eye } from 'lucide-react'
import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { EmailMark } from '#web/documents/email/email-mark.tsx'
import { SendMark } from '#web/documents/email/scheduled-send.tsx'
import { describeDue } from '#web/documents/list/due.ts'
import { isPartPaid, KindMark, PartPaidMark, SettledMark } from '#web/documents/payments/settled-mark.tsx'
import { formatInstantDay } from '#web/lib/format/instant.ts'
import { StatusBadge } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { AttentionMark, getAttention } from './attention-mark.tsx'

export const InvoiceState = ({ invoice }: { invoice: ListedInvoiceWire }) => {
  const { status, settledBy, emailState, viewedAt, scheduledSend } = invoice
  const due = describeDue(invoice)
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <span className="flex items-center gap-1.5">
        <StatusBadge status={status} />
        <EmailMark state={emailState} />
      </span>
      <KindMark kind={invoice.kind} />
      {settledBy && <SettledMark by={settledBy} />}
      {isPartPaid(invoice) && <PartPaidMark />}
      {due && <span className={cx('text-xs tabular-nums', status === 'overdue' ? 'font-medium text-danger' : 'text-muted')}>{due}</span>}
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
      <AttentionMark attention={getAttention(invoice)} isNarrow />
    </span>
  )
}
