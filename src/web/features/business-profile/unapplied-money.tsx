import { useMutation } from '@tanstack/react-query'
import type { invoicesApi } from '#shared/api/invoices.ts'
import type { PaymentsStateWire } from '#shared/api/payments.ts'
import { showMoney } from '#shared/money.ts'
import { providerWords } from '#shared/payment-methods.ts'
import { failureOf } from '#web/entity/failure.ts'
import { at, call } from '#web/lib/api.ts'
import { deed, tellFailure } from '#web/lib/deed.ts'
import { showInstant } from '#web/lib/show-instant.ts'
import { toast } from '#web/lib/toast.ts'
import { useRefresh } from '#web/payments/use-refresh.ts'
import { useRefundDialog } from '#web/payments/use-refund-dialog.tsx'
import { Button } from '#web/ui/button.tsx'

type Unapplied = PaymentsStateWire['unapplied'][number]
const restoreInvoice = at<typeof invoicesApi.restore>('POST', '/api/invoices/:id/restore')

/** Money that came for invoices which aren't there any more: it goes back, or the invoice comes back. */
export const UnappliedMoney = ({ unapplied }: { unapplied: readonly Unapplied[] }) => {
  const refresh = useRefresh()
  const { refund, dialog } = useRefundDialog()
  const restore = useMutation({
    mutationFn: ({ invoiceId }: Unapplied) => deed((request) => call(restoreInvoice, { params: { id: invoiceId }, ...request })),
    onSuccess: () => {
      toast({ title: 'Success', description: 'Invoice restored successfully' })
      return refresh()
    },
    onError: (error) => {
      tellFailure(error, {
        title: 'Error',
        description: 'Failed to restore invoice',
        detail: failureOf(error).message,
        variant: 'destructive',
      })
      return refresh()
    },
  })
  return (
    <section aria-label="Money without an invoice" className="grid gap-2 px-4 py-3.5 text-sm">
      <h4 className="font-semibold">Money without an invoice</h4>
      <ul className="grid gap-2">
        {unapplied.map((money) => {
          const { paymentId, invoiceId, invoiceNumber, amount, refundable, provider, receivedAt } = money
          return (
            <li
              key={paymentId}
              className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-md bg-warn-soft px-3 py-2 tabular-nums"
            >
              <p className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">
                <span className="font-medium">{showMoney(amount)}</span> came through {providerWords[provider]} for invoice {invoiceNumber},
                which was deleted.
                <span className="block text-[0.8125rem] text-muted">
                  {showInstant(receivedAt)}
                  {refundable !== amount && ` · ${showMoney(refundable)} can still go back`}
                </span>
              </p>
              <span className="flex flex-wrap gap-2">
                {refundable !== '0.00' && (
                  <Button
                    variant="secondary"
                    size="sm"
                    onClick={() => void refund({ invoiceId, paymentId, invoiceNumber, provider, refundable })}
                    aria-label={`Refund the ${showMoney(amount)} of invoice ${invoiceNumber}…`}
                  >
                    Refund…
                  </Button>
                )}
                <Button
                  variant="secondary"
                  size="sm"
                  pending={restore.isPending && restore.variables.paymentId === paymentId}
                  onClick={() => !restore.isPending && restore.mutate(money)}
                  aria-label={`Restore the invoice ${invoiceNumber}`}
                >
                  Restore the invoice
                </Button>
              </span>
            </li>
          )
        })}
      </ul>
      {dialog}
    </section>
  )
}
