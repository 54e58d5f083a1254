import type { InvoicePaymentWire } from '#shared/contract/invoice-payments.ts'
import type { Currency } from '#shared/currencies.ts'
import { formatMoney } from '#shared/money.ts'
import { type ProviderName, providerLabels } from '#shared/payment-methods.ts'
import type { Toast } from '#web/lib/toast.ts'

export type RefundStatus = InvoicePaymentWire['refunds'][number]['status']

export type Refundable = {
  invoiceId: number
  paymentId: number
  invoiceNumber: string
  provider: ProviderName | 'manual'
  /** Null when the customer has no address; undefined when no email is sent, because the invoice was deleted. */
  customerEmail?: string | null
  currency: Currency
  /** e.g. '150.25' */
  refundable: string
  /** Where the dialog does not start with the full amount. */
  amount?: string | undefined
  reason?: string | undefined
  /** The invoice is paid, and what is refunded is not credit already. */
  canCredit?: boolean
}

export const refundDestination: Record<Refundable['provider'], string> = {
  stripe: 'Stripe returns the money to the card or account that paid.',
  paypal: 'PayPal returns the money to the account that paid.',
  manual: 'The payment was recorded by hand: return the money yourself, such as by bank transfer. This records it.',
}

type RefundResult = { amount: string; status: RefundStatus; problem: string | null }

/** A provider that didn't answer may have made the refund. */
export const refundMessage = (
  { provider, currency }: Pick<Refundable, 'provider' | 'currency'>,
  { amount, status, problem }: RefundResult,
): Toast => {
  const money = formatMoney(amount, currency)
  if (provider === 'manual') return { title: 'Refund Recorded', description: `${money} is recorded as given back.` }
  const name = providerLabels[provider]
  if (status === 'failed')
    return { title: 'Refund Failed', description: `${money} was not refunded.`, detail: problem ?? undefined, variant: 'destructive' }
  if (status === 'asking')
    return {
      title: 'Refund Requested',
      description: `${name} hasn't answered yet. Billfold will check again automatically.`,
      isWaiting: true,
    }
  return { title: 'Refund Sent', description: `${money} is being refunded through ${name}.` }
}
