import { useMutation } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { CreditNoteWire } from '#shared/contract/credit-notes.ts'
import { formatDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { useVoidCreditNote } from '#web/documents/payments/use-void-credit-note.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'

export const CreditNoteRow = ({ note }: { note: CreditNoteWire }) => {
  const { id, creditNoteNumber, status, total, currency, issueDate, notes } = note
  const voidCreditNote = useVoidCreditNote()
  const { mutate, isPending } = useMutation({ mutationFn: () => voidCreditNote(note) })
  return (
    <li className="flex items-start justify-between gap-3 py-2.5 text-sm first:pt-0 last:pb-0">
      <div className="min-w-0">
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
      </div>
      {status === 'issued' && (
        <Button
          variant="ghost"
          size="sm"
          className="-my-1 shrink-0 text-muted"
          pending={isPending}
          onClick={() => mutate()}
          aria-label={`Void… ${creditNoteNumber}`}
        >
          Void…
        </Button>
      )}
    </li>
  )
}
