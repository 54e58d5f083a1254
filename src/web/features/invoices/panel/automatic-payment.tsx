import { useQuery } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { formatCard } from '#shared/card-consent.ts'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import { savedCardEndpoints } from '#shared/contract/endpoints/saved-cards.ts'
import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import type { AutomaticPaymentWire } from '#shared/contract/saved-cards.ts'
import { formatDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { refreshInvoices } from '#web/documents/payments/refresh-invoices.ts'
import { call, getServerMessage } from '#web/lib/api/client.ts'
import { formatInstant } from '#web/lib/format/instant.ts'
import { runMutation, toastFailure } from '#web/lib/mutations/run-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { confirmAction } from '#web/ui/confirm.ts'

/** Null for one that needs no words any more. */
const describePayment = ({ status, amount, currency, day, nextAt, tries, card }: AutomaticPaymentWire): string | null => {
  const [money, name] = [formatMoney(amount, currency), formatCard(card)]
  if (status === 'announced')
    return tries === 0 || !nextAt
      ? `Will be charged to ${name} on ${formatDay(day)}`
      : `${name} was declined. It will be charged again on ${formatInstant(nextAt)}`
  if (status === 'charging') return `${money} is being charged to ${name}`
  if (status === 'customer') return `${name} was not charged: the customer was asked to confirm the payment`
  return status === 'stopped' ? `${name} is not charged for this invoice` : null
}

export const AutomaticPayment = ({ invoice }: { invoice: ListedInvoiceWire }) => {
  const { id } = invoice
  const { data } = useQuery({
    queryKey: [invoiceEndpoints.list.path, 'automatic-payment', id],
    queryFn: ({ signal }) => call(savedCardEndpoints.payment, { params: { id }, signal }),
  })
  const text = data && invoice.status !== 'paid' && invoice.status !== 'draft' ? describePayment(data) : null
  if (!data || !text) return null
  const stop = async () => {
    const question = `Don’t charge ${formatCard(data.card)} for this invoice? The customer is told, and can pay it by its link.`
    if (!(await confirmAction(question, { confirm: 'Don’t charge' }))) return
    try {
      await runMutation((request) => call(savedCardEndpoints.stop, { params: { id }, body: {}, ...request }))
    } catch (error) {
      toastFailure(error, {
        title: 'The charge was not stopped',
        description: getServerMessage(error, 'Please try again.'),
        variant: 'destructive',
      })
    }
    await refreshInvoices()
  }
  return (
    <section
      aria-label="Automatic payment"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-sunken px-3.5 py-3 text-sm"
    >
      <CreditCard className="size-4 shrink-0 self-start text-muted max-sm:mt-0.5 sm:mt-1.5" aria-hidden />
      <div className="min-w-0 flex-1 basis-60 tabular-nums">
        <p>{text}</p>
        {data.problem && <p className="mt-0.5 text-[0.8125rem] text-muted">{data.problem}</p>}
      </div>
      {data.status === 'announced' && (
        <Button variant="secondary" size="sm" onClick={() => void stop()}>
          Don’t charge…
        </Button>
      )}
    </section>
  )
}
