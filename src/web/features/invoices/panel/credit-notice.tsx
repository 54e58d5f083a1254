import { Coins } from 'lucide-react'
import type { InvoicePaymentWire } from '#shared/contract/invoice-payments.ts'
import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { type Amount, formatMoney, parseAmount, toAmount, toDecimal } from '#shared/money.ts'
import { computeCredit } from '#shared/payment-methods.ts'
import { getAppliedCredit, hasCredit } from '#web/features/invoices/actions/invoice-kind.ts'
import { Button } from '#web/ui/button.tsx'
import type { OpenRefund } from './payment-row.tsx'

/** The newest payment through which the whole credit can be refunded, rather one of a provider; else the one with the largest refundable amount. */
const findRefundSource = (payments: readonly InvoicePaymentWire[], credit: Amount): InvoicePaymentWire | undefined => {
  const refundablePayments = payments.filter(({ refundable }) => refundable !== '0.00')
  const covering = refundablePayments.filter(({ refundable }) => parseAmount(refundable) >= credit)
  return (
    covering.find(({ provider }) => provider !== 'manual') ??
    covering[0] ??
    refundablePayments.toSorted((a, b) => parseAmount(b.refundable) - parseAmount(a.refundable))[0]
  )
}

type Props = { invoice: ListedInvoiceWire; payments: readonly InvoicePaymentWire[]; refund: OpenRefund }

export const CreditNotice = ({ invoice, payments, refund }: Props) => {
  const isCredited = hasCredit(invoice)
  const credited = isCredited ? parseAmount(invoice.amountCredited) : 0
  const asked = toAmount(parseAmount(invoice.total) - credited - getAppliedCredit(invoice))
  const credit = computeCredit({ total: asked, paid: parseAmount(invoice.amountPaid) })
  if (credit === 0) return null
  const source = findRefundSource(payments, credit)
  const refundAmount = source && toAmount(Math.min(credit, parseAmount(source.refundable)))
  return (
    <section aria-label="Credit" className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-note-soft px-3.5 py-3 text-sm">
      <Coins className="size-4 shrink-0 self-start text-note max-sm:mt-0.5 sm:mt-1.5" aria-hidden />
      <p className="min-w-0 flex-1 basis-40 tabular-nums">
        <span className="font-medium text-note">{`Paid ${formatMoney(credit, invoice.currency)} more than ${isCredited ? 'is left after credit notes' : 'the total'}:`}</span>{' '}
        {source
          ? 'the customer has credit. Refund it or keep it for a later invoice.'
          : 'the customer has credit. Keep it for a later invoice.'}
      </p>
      {source && (
        <Button
          variant="secondary"
          size="sm"
          onClick={() => refund(source, { amount: toDecimal(refundAmount!), reason: isCredited ? 'Credit note' : 'Overpayment' })}
        >
          Refund…
        </Button>
      )}
    </section>
  )
}
