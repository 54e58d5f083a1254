import type { Fact } from '#server/domain/documents/emails/document-mail.ts'
import type { MailBrand } from '#server/platform/mail/brand.ts'
import type { MailContent } from '#server/platform/mail/mail.ts'
import { toSingleLine, toSingleLineFields } from '#server/platform/text/plain-text.ts'
import { renderPaymentMail } from './payment-mail.ts'

type RefundMail = {
  businessName: string
  brand: MailBrand
  customerName: string
  invoiceNumber: string
  amount: string
  date: string
  method: string
  remaining: string
  balanceDue: string | null
  isSandbox?: boolean
  viewUrl: string
  businessEmail?: string | null
}

/** All values are finished texts. */
export const refundMail = ({ isSandbox = false, brand, ...fields }: RefundMail): MailContent => {
  const { businessName, businessEmail, customerName, invoiceNumber, viewUrl, ...rest } = toSingleLineFields(fields)
  const { amount, date, method, remaining, balanceDue } = rest
  return renderPaymentMail({
    businessName,
    brand,
    businessEmail,
    customerName,
    subject: toSingleLine(`Refund for invoice ${invoiceNumber} from ${businessName}`),
    preview: `${amount} refunded on ${date}.`,
    statement: ['', ` has refunded ${amount} of your payment for invoice ${invoiceNumber}.`],
    further: [
      'The money goes back the way you paid. Your bank may take a few days to show it.',
      'The updated receipt is attached as a PDF.',
      ...(isSandbox ? ['Test payment: no real money was moved.'] : []),
    ].join(' '),
    facts: [
      ['Refund', amount],
      ['Invoice', invoiceNumber],
      ['Refunded on', date],
      ['Payment method', method],
      ['Paid after this refund', remaining],
      ...(balanceDue ? [['Balance due', balanceDue] as Fact] : []),
    ],
    button: 'View invoice',
    url: viewUrl,
  })
}
