import type { Fact } from '#server/domain/documents/emails/document-mail.ts'
import { formatReceiptSubject } from '#server/domain/payments/notifications.ts'
import type { MailBrand } from '#server/platform/mail/brand.ts'
import type { MailContent } from '#server/platform/mail/mail.ts'
import { toMultiline, toSingleLineFields } from '#server/platform/text/plain-text.ts'
import { fillPlaceholders } from '#shared/placeholders.ts'
import type { ThankYouPlaceholder } from '#shared/reminders.ts'
import { renderPaymentMail } from './payment-mail.ts'

type ReceiptMail = {
  businessName: string
  brand: MailBrand
  customerName: string
  invoiceNumber: string
  amount: string
  method: string
  date: string
  balanceDue: string | null
  /** Paid beyond the invoice's total. */
  credit?: string | null
  refunded?: string | null
  isSandbox?: boolean
  thankYou?: string | null
  viewUrl: string
  businessEmail?: string | null
}

/** All values are finished texts. */
export const receiptMail = ({ isSandbox = false, brand, thankYou = null, ...fields }: ReceiptMail): MailContent => {
  const { businessName, businessEmail, customerName, invoiceNumber, viewUrl, ...rest } = toSingleLineFields(fields)
  const { amount, method, date, balanceDue, credit, refunded } = rest
  const values: Record<ThankYouPlaceholder, string> = {
    'invoice number': invoiceNumber,
    'amount paid': amount,
    'customer name': customerName,
    'business name': businessName,
  }
  const optionalFacts: [string, string | null | undefined][] = [
    ['Refunded', refunded],
    ['Balance due', balanceDue],
    ['Credit', credit],
  ]
  return renderPaymentMail({
    businessName,
    brand,
    businessEmail,
    customerName,
    subject: formatReceiptSubject({ invoiceNumber, businessName }),
    preview: `${amount} paid on ${date}. Thank you!`,
    statement: ['Thank you for your payment to ', '. This is your receipt.'],
    thankYou: thankYou && toMultiline(fillPlaceholders(thankYou, (name) => values[name as ThankYouPlaceholder])),
    further: [
      ...(refunded ? [`Since then, ${refunded === amount ? 'all' : refunded} of it was refunded.`] : []),
      ...(credit ? [`You paid ${credit} more than the total. It is kept as your credit.`] : []),
      'The receipt is attached as a PDF.',
      ...(isSandbox ? ['Test payment: no real money was moved.'] : []),
    ].join(' '),
    facts: [
      ['Amount paid', amount],
      ['Invoice', invoiceNumber],
      ['Paid on', date],
      ['Payment method', method],
      ...optionalFacts.flatMap(([name, value]): Fact[] => (value ? [[name, value]] : [])),
    ],
    button: 'View receipt',
    url: viewUrl,
  })
}
