import type { InvoicePaymentWire } from '#shared/api/invoice-payments.ts'
import type { ProviderName } from '#shared/payment-methods.ts'

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
