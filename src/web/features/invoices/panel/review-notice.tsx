import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ShieldQuestion } from 'lucide-react'
import { useId } from 'react'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { PaymentAttemptWire } from '#shared/contract/invoice-payments.ts'
import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { getCurrencyPlural } from '#shared/currencies.ts'
import { formatMoney } from '#shared/money.ts'
import { providerLabels } from '#shared/payment-methods.ts'
import { refreshInvoices } from '#web/documents/payments/refresh-invoices.ts'
import { call } from '#web/lib/api/client.ts'
import { formatInstant } from '#web/lib/format/instant.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { confirmAction } from '#web/ui/confirm.ts'
import type { InvoiceHistory } from './use-invoice.ts'

type Decision = 'take' | 'return'
const failedMessages: Record<Decision, string> = { take: 'The payment could not be accepted', return: 'The payment could not be refunded' }

/** In the words of the history: without keys, nothing could be refunded. */
const getResultText = ({ events }: InvoiceHistory, decision: Decision): string | undefined =>
  events.find(({ kind }) => kind === (decision === 'take' ? 'payment accepted' : 'payment refused'))?.changes[0]?.after ?? undefined

const useReview = ({ id, invoiceNumber }: Pick<ListedInvoiceWire, 'id' | 'invoiceNumber'>, attempt: PaymentAttemptWire) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (decision: Decision) => {
      const params = { id, attemptId: attempt.id }
      return decision === 'take' ? call(invoiceEndpoints.acceptPayment, { params }) : call(invoiceEndpoints.rejectPayment, { params })
    },
    onSuccess: (history, decision) => {
      client.setQueryData([invoiceEndpoints.list.path, 'history', id], history)
      toast({
        title: decision === 'take' ? 'Payment Accepted' : 'Payment Refused',
        description: getResultText(history, decision) ?? `Invoice ${invoiceNumber} is up to date.`,
      })
      return refreshInvoices()
    },
    onError: (error, decision) => {
      toast({ title: 'Error', description: failedMessages[decision], detail: toFailure(error).message, variant: 'destructive' })
      return refreshInvoices()
    },
  })
}

type Found = PaymentAttemptWire['found'][number]

/** A payment that doesn't match the invoice doesn't count until the owner decides. */
export const ReviewNotice = ({ invoice, attempt }: { invoice: ListedInvoiceWire; attempt: PaymentAttemptWire }) => {
  const heading = useId()
  const review = useReview(invoice, attempt)
  const { provider, amount, found, problem, startedAt } = attempt
  const { currency } = invoice
  const isInCurrency = (money: Found) => money.currency.toUpperCase() === currency
  const formatFound = (money: Found) =>
    isInCurrency(money) ? formatMoney(money.amount, currency) : `${money.amount} ${money.currency.toUpperCase()}`
  const received = found.map(formatFound).join(' and ') || 'Unknown amount'
  const canAccept = found.length > 0 && found.every(isInCurrency)
  const take = async () =>
    (await confirmAction(
      `Accept ${received} as a payment of invoice ${invoice.invoiceNumber}? Any remaining balance stays due.${invoice.customer.email ? ` A receipt will be sent to ${invoice.customer.email}.` : ''}`,
      { confirm: 'Accept payment' },
    )) && review.mutate('take')
  const refund = async () =>
    (await confirmAction(
      found.length > 0
        ? `Refund ${received} through ${providerLabels[provider]}? This can't be undone.`
        : 'Dismiss this? There is no money to refund.',
      { confirm: found.length > 0 ? 'Refund' : 'Dismiss', isDestructive: true },
    )) && review.mutate('return')
  return (
    <section aria-labelledby={heading} className="rounded-lg bg-warn-soft px-3.5 py-3 text-sm">
      <h3 id={heading} className="flex items-start gap-2 font-semibold text-warn">
        <ShieldQuestion className="mt-0.5 size-4 shrink-0" aria-hidden /> This payment needs your decision
      </h3>
      {problem && <p className="mt-1 [overflow-wrap:anywhere]">{problem}</p>}
      <dl className="mt-2 grid grid-cols-2 gap-x-4 gap-y-1 tabular-nums">
        <div>
          <dt className="text-[0.8125rem] text-warn">Requested</dt>
          <dd className="font-medium">{formatMoney(amount, currency)}</dd>
        </div>
        <div className="min-w-0">
          <dt className="text-[0.8125rem] text-warn">Received through {providerLabels[provider]}</dt>
          <dd className="font-medium [overflow-wrap:anywhere]">{received}</dd>
        </div>
      </dl>
      <p className="mt-2 text-[0.8125rem]">
        {canAccept || found.length === 0
          ? "It doesn't count toward this invoice until you decide."
          : `Invoices can only be paid in ${getCurrencyPlural(currency)}. Refund it and ask the customer to pay again.`}{' '}
        <span className="text-warn tabular-nums">Started {formatInstant(startedAt)}.</span>
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {canAccept && (
          <Button size="sm" pending={review.isPending && review.variables === 'take'} onClick={() => !review.isPending && take()}>
            Accept payment
          </Button>
        )}
        <Button
          size="sm"
          variant="secondary"
          pending={review.isPending && review.variables === 'return'}
          onClick={() => !review.isPending && refund()}
        >
          {found.length > 0 ? 'Refund' : 'Dismiss'}
        </Button>
      </div>
    </section>
  )
}
