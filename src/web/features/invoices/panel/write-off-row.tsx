import { useMutation } from '@tanstack/react-query'
import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import type { WriteOffWire } from '#shared/contract/write-offs.ts'
import { formatDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { useUndoWriteOff } from '#web/features/invoices/actions/use-write-off.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { confirmAction } from '#web/ui/confirm.ts'
import { cx } from '#web/ui/cx.ts'

const describeReversal = ({ day, by }: NonNullable<WriteOffWire['reversal']>) =>
  `Undone on ${formatDay(day)}${by === 'payment' ? ' by a payment' : ''}`

type Props = { invoice: Pick<ListedInvoiceWire, 'id' | 'invoiceNumber'>; writeOff: WriteOffWire }

export const WriteOffRow = ({ invoice, writeOff }: Props) => {
  const { amount, currency, taxPart, day, reason, reversal } = writeOff
  const money = formatMoney(amount, currency)
  const undoWriteOff = useUndoWriteOff(invoice)
  const { mutate, isPending } = useMutation({ mutationFn: () => undoWriteOff(writeOff) })
  const undo = async () => {
    const question = `Undo the write-off of ${money}? It will be due again, and the customer can pay it and be reminded of it.`
    if (!isPending && (await confirmAction(question, { confirm: 'Undo write-off' }))) mutate()
  }
  return (
    <li className="py-2.5 text-sm first:pt-0 last:pb-0">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className={cx('font-medium tabular-nums', reversal && 'text-muted line-through')}>{money}</span>
            <Badge tone="neutral">{reversal ? 'Undone' : 'Written off'}</Badge>
          </p>
          <p className="text-[0.8125rem] text-muted tabular-nums">{formatDay(day)}</p>
          {taxPart !== '0.00' && (
            <p className="text-[0.8125rem] text-muted tabular-nums">{formatMoney(taxPart, currency)} of it is sales tax</p>
          )}
          {reversal && <p className="text-[0.8125rem] text-muted tabular-nums">{describeReversal(reversal)}</p>}
          {reason && (
            <p dir="auto" className="text-[0.8125rem] [overflow-wrap:anywhere]">
              {reason}
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
            aria-label={`Undo write-off… of ${money}`}
          >
            Undo write-off…
          </Button>
        )}
      </div>
    </li>
  )
}
