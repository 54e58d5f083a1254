import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import type { invoicePayment } from '#shared/api/invoice-payments.ts'
import { showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { failureOf } from '#web/entity/failure.ts'
import { call } from '#web/lib/api.ts'
import { toast } from '#web/lib/toast.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { confirmed } from '#web/ui/confirm.tsx'
import { cx } from '#web/ui/cx.ts'
import { voidPayment } from './record-calls.ts'
import { useRefresh } from './use-refresh.ts'

type Payment = z.input<typeof invoicePayment>

const states: Partial<Record<Payment['status'], { tone: Tone; words: string }>> = {
  pending: { tone: 'warn', words: 'Pending' },
  failed: { tone: 'danger', words: 'Failed' },
  voided: { tone: 'neutral', words: 'Undone' },
}

/** The money that came, and a way back for what was recorded by hand. */
export const PaymentsList = ({ invoiceId, payments }: { invoiceId: number; payments: readonly Payment[] }) => {
  const refresh = useRefresh()
  const undo = useMutation({
    mutationFn: ({ id }: Payment) => call(voidPayment, { params: { id: invoiceId, paymentId: String(id) } }),
    onSuccess: (_, { amount }) => {
      toast({ title: 'Success', description: `Payment of ${showMoney(amount)} undone` })
      return refresh()
    },
    onError: (error) => {
      toast({ title: 'Error', description: 'Failed to undo the payment', detail: failureOf(error).message, variant: 'destructive' })
      return refresh()
    },
  })
  const ask = (payment: Payment) => {
    if (undo.isPending || !confirmed(`Undo the payment of ${showMoney(payment.amount)}? The invoice will ask for it again.`)) return
    undo.mutate(payment)
  }
  return (
    <ul className="divide-y divide-line">
      {payments.map((payment) => (
        <li key={payment.id} className="flex items-start justify-between gap-3 py-2.5 text-sm first:pt-0 last:pb-0">
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-2">
              <span className={cx('font-medium tabular-nums', payment.status === 'voided' && 'text-muted line-through')}>
                {showMoney(payment.amount)}
              </span>
              {states[payment.status] && <Badge tone={states[payment.status]!.tone}>{states[payment.status]!.words}</Badge>}
            </p>
            <p className="text-[0.8125rem] text-muted tabular-nums">
              {payment.paymentMethod} · {showDay(payment.paymentDate)}
            </p>
            {payment.refunded !== '0.00' && (
              <p className="text-[0.8125rem] text-muted tabular-nums">{showMoney(payment.refunded)} given back</p>
            )}
            {payment.notes && (
              <p dir="auto" className="whitespace-pre-line text-[0.8125rem] [overflow-wrap:anywhere]">
                {payment.notes}
              </p>
            )}
          </div>
          {payment.canUndo && (
            <Button
              variant="ghost"
              size="sm"
              className="-my-1 text-muted"
              pending={undo.isPending && undo.variables.id === payment.id}
              onClick={() => ask(payment)}
              aria-label={`Undo the payment of ${showMoney(payment.amount)}`}
            >
              Undo
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
