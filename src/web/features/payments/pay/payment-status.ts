import type { PublicInvoiceWire } from '#shared/contract/public-invoice.ts'
import type { Day } from '#shared/dates.ts'
import { type Amount, parseAmount, sum, toAmount } from '#shared/money.ts'
import { formatDay, t } from '#web/documents/public/language.ts'

type Page = Pick<PublicInvoiceWire, 'payments'> & {
  invoice: Pick<PublicInvoiceWire['invoice'], 'status' | 'isPaymentPending' | 'isPaymentInReview' | 'balanceDue'>
}

export type ReceivedAmounts = { received: Amount; refunded: Amount; kept: Amount }

export const getReceived = (payments: PublicInvoiceWire['payments']): ReceivedAmounts => {
  const received = sum(payments.map(({ amount }) => parseAmount(amount)))
  const refunded = sum(payments.map(({ refunded }) => parseAmount(refunded)))
  return { received, refunded, kept: toAmount(received - refunded) }
}

/** Only 'due' can be paid. A refunded invoice stays paid: only the business can ask for payment again. */
export type PaymentStatus = 'due' | 'pending' | 'in review' | 'nothing due' | 'paid' | 'refunded in part' | 'refunded'

export const getPaymentStatus = ({ invoice, payments }: Page): PaymentStatus => {
  if (invoice.status === 'paid') {
    const { refunded, kept } = getReceived(payments)
    return refunded === 0 ? 'paid' : kept > 0 ? 'refunded in part' : 'refunded'
  }
  if (invoice.isPaymentPending) return 'pending'
  if (invoice.isPaymentInReview) return 'in review'
  return parseAmount(invoice.balanceDue) > 0 ? 'due' : 'nothing due'
}

/** Beside the badge: what its status doesn't say. @param year is left out of its dates */
export const describeStatus = (status: PaymentStatus, dueDate: Day, year: number): string | undefined => {
  if (status === 'due') return t('Due {date}', { date: formatDay(dueDate).replace(`, ${year}`, '') })
  return status === 'refunded' ? t('Refunded') : status === 'refunded in part' ? t('Partly refunded') : undefined
}
