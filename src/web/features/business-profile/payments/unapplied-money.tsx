import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { PaymentsStateWire } from '#shared/contract/payments.ts'
import { formatMoney } from '#shared/money.ts'
import { providerLabels } from '#shared/payment-methods.ts'
import { refreshInvoices } from '#web/documents/payments/refresh-invoices.ts'
import { useRefundDialog } from '#web/documents/payments/use-refund-dialog.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { call } from '#web/lib/api/client.ts'
import { formatInstant } from '#web/lib/format/instant.ts'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { Button } from '#web/ui/button.tsx'

type Unapplied = PaymentsStateWire['unapplied'][number]

export const UnappliedMoney = ({ unapplied }: { unapplied: readonly Unapplied[] }) => {
  const currency = useHomeCurrency()
  const { refund, dialog } = useRefundDialog()
  const restore = useAction({
    send: ({ invoiceId }: Unapplied, request) => call(invoiceEndpoints.restore, { params: { id: invoiceId }, ...request }),
    done: () => ({ title: 'Success', description: 'Invoice restored successfully' }),
    failed: 'Failed to restore invoice',
    refresh: refreshInvoices,
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
                <span className="font-medium">{formatMoney(amount, currency)}</span> was paid through {providerLabels[provider]} for invoice{' '}
                {invoiceNumber}, which was deleted.
                <span className="block text-[0.8125rem] text-muted">
                  {formatInstant(receivedAt)}
                  {refundable !== amount && ` · ${formatMoney(refundable, currency)} can still be refunded`}
                </span>
              </p>
              <span className="flex flex-wrap gap-2">
                {refundable !== '0.00' && (
                  <Button
                    variant="secondary"
                    size="sm"
                    onClick={() => void refund({ invoiceId, paymentId, invoiceNumber, provider, currency, refundable })}
                    aria-label={`Refund the ${formatMoney(amount, currency)} of invoice ${invoiceNumber}…`}
                  >
                    Refund…
                  </Button>
                )}
                <Button
                  variant="secondary"
                  size="sm"
                  pending={restore.isPending && restore.variables?.paymentId === paymentId}
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
