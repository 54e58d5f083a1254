import { useMutation } from '@tanstack/react-query'
import type { ListedCreditNoteWire } from '#shared/contract/credit-notes.ts'
import type { CreditRefundWire } from '#shared/contract/credit-refunds.ts'
import { formatDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { HomeMoney } from '#web/lib/session/home-currency.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { confirmAction } from '#web/ui/confirm.ts'
import { cx } from '#web/ui/cx.ts'
import { useUndoCreditRefund } from './use-credit-refund.ts'

type Props = { note: Pick<ListedCreditNoteWire, 'id' | 'creditNoteNumber'>; refund: CreditRefundWire }

export const CreditRefundRow = ({ note, refund }: Props) => {
  const { amount, currency, homeAmount, day, paymentMethod, notes, reversal } = refund
  const money = formatMoney(amount, currency)
  const undoRefund = useUndoCreditRefund(note)
  const { mutate, isPending } = useMutation({ mutationFn: () => undoRefund(refund) })
  const undo = async () => {
    const question = `Undo the refund of ${money}? It will be credit of the customer again.`
    if (!isPending && (await confirmAction(question, { confirm: 'Undo refund' }))) mutate()
  }
  return (
    <li className="py-2.5 text-sm first:pt-0 last:pb-0">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className={cx('font-medium tabular-nums', reversal && 'text-muted line-through')}>{money}</span>
            <Badge tone="neutral">{reversal ? 'Undone' : 'Refunded'}</Badge>
          </p>
          <p className="text-[0.8125rem] text-muted tabular-nums">
            {formatDay(day)} · {paymentMethod}
          </p>
          {homeAmount !== null && (
            <p className="text-[0.8125rem] text-muted tabular-nums">
              <HomeMoney amount={homeAmount} /> in your currency
            </p>
          )}
          {reversal && <p className="text-[0.8125rem] text-muted tabular-nums">Undone on {formatDay(reversal.day)}</p>}
          {notes && (
            <p dir="auto" className="text-[0.8125rem] [overflow-wrap:anywhere]">
              {notes}
            </p>
          )}
        </div>
        {!reversal && (
          <Button
            variant="ghost"
            size="sm"
            className="-my-1 shrink-0 text-muted"
            pending={isPending}
            onClick={() => void undo()}
            aria-label={`Undo refund… of ${money}`}
          >
            Undo refund…
          </Button>
        )}
      </div>
    </li>
  )
}
