import type { InvoicePaymentWire } from '#shared/contract/invoice-payments.ts'
import { formatMoney } from '#shared/money.ts'
import { type ProviderName, providerLabels } from '#shared/payment-methods.ts'
import type { Toast } from '#web/lib/toast.ts'

export type RefundStatus = InvoicePaymentWire['refunds'][number]['status']

/** Money of an invoice that can go back through its provider. */
export type Refundable = {
  invoiceId: number
  paymentId: number
  invoiceNumber: string
  provider: ProviderName
  /** Who gets an email about it: null when the customer has no address; undefined when no email goes out, since the invoice was deleted. */
  customerEmail?: string | null
  /** What may go back, as '150.25'. */
  refundable: string
  /** What the dialog begins with, where that isn't all of it. */
  amount?: string | undefined
  reason?: string | undefined
}

/** Where the money of a refund goes. */
export const refundDestination: Record<ProviderName, string> = {
  stripe: 'The money goes back through Stripe, to the card or account that paid.',
  paypal: 'The money goes back through PayPal, to the account that paid.',
}

type Asked = { amount: string; status: RefundStatus; problem: string | null }

/** What is said once the provider was asked; a provider that hasn't answered may have done it all the same. */
export const refundMessage = (provider: ProviderName, { amount, status, problem }: Asked): Toast => {
  const [name, money] = [providerLabels[provider], formatMoney(amount)]
  if (status === 'failed')
    return { title: 'Refund Failed', description: `${money} did not go back.`, detail: problem ?? undefined, variant: 'destructive' }
  if (status === 'asking')
    return { title: 'Refund Asked For', description: `${name} hasn't answered yet. Billfold asks again by itself.`, isWaiting: true }
  return { title: 'Refund Sent', description: `${money} goes back through ${name}.` }
}
