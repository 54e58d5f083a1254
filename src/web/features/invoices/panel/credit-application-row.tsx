import { useMutation } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { CreditApplicationWire } from '#shared/contract/credit-applications.ts'
import { getSourceNumber, getSourcePath } from '#shared/credit-sources.ts'
import { formatDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { useUndoCredit } from '#web/features/invoices/actions/use-applied-credit.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { confirmAction } from '#web/ui/confirm.ts'
import { cx } from '#web/ui/cx.ts'

type Props = { invoiceId: number; application: CreditApplicationWire }

export const CreditApplicationRow = ({ invoiceId, application }: Props) => {
  const { source, invoice, amount, currency, day, reversal } = application
  const money = formatMoney(amount, currency)
  const isSource = source.id === invoiceId
  const other = isSource ? invoice : source
  const undoCredit = useUndoCredit()
  const { mutate, isPending } = useMutation({ mutationFn: () => undoCredit([application]) })
  const undo = async () => {
    const question = `Undo the credit of ${money}? Invoice ${invoice.invoiceNumber} will be due again, and the customer will have the credit again.`
    if (!isPending && (await confirmAction(question, { confirm: 'Undo credit' }))) mutate()
  }
  return (
    <li className="py-2.5 text-sm first:pt-0 last:pb-0">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className={cx('font-medium tabular-nums', reversal && 'text-muted line-through')}>{money}</span>
            <Badge tone="neutral">{reversal ? 'Undone' : isSource ? 'Credit used' : 'Credit applied'}</Badge>
          </p>
          <p className="text-[0.8125rem] text-muted tabular-nums [overflow-wrap:anywhere]">
            {formatDay(day)} · {isSource ? 'to' : 'from'}{' '}
            <Link href={getSourcePath(other)} className="font-medium text-accent underline-offset-2 hover:underline">
              {getSourceNumber(other)}
            </Link>
          </p>
          {reversal && <p className="text-[0.8125rem] text-muted tabular-nums">Undone on {formatDay(reversal.day)}</p>}
        </div>
        {!reversal && (
          <Button
            variant="ghost"
            size="sm"
            className="-my-1 shrink-0 text-muted"
            pending={isPending}
            onClick={() => void undo()}
            aria-label={`Undo credit… of ${money}`}
          >
            Undo credit…
          </Button>
        )}
      </div>
    </li>
  )
}
