import { Link } from 'wouter'
import type { CreditNoteWire } from '#shared/contract/credit-notes.ts'
import { formatDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { Badge } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'

/** A credit note of the invoice, with a link to it, where it can be sent and voided. */
export const CreditNoteRow = ({ note }: { note: CreditNoteWire }) => {
  const { id, creditNoteNumber, status, total, currency, issueDate, notes } = note
  return (
    <li className="py-2.5 text-sm first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className={cx('font-medium tabular-nums', status === 'voided' && 'text-muted line-through')}>
          {formatMoney(total, currency)}
        </span>
        <Badge tone="neutral">{status === 'voided' ? 'Voided' : 'Credited'}</Badge>
      </p>
      <p className="text-[0.8125rem] text-muted tabular-nums [overflow-wrap:anywhere]">
        {formatDay(issueDate)} ·{' '}
        <Link href={`/credit-notes/${id}`} className="font-medium text-accent underline-offset-2 hover:underline">
          {creditNoteNumber}
        </Link>
      </p>
      {notes && (
        <p dir="auto" className="text-[0.8125rem] [overflow-wrap:anywhere]">
          {notes}
        </p>
      )}
    </li>
  )
}
