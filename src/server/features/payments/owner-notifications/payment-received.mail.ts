import { buildOwnerNotification } from '#server/domain/documents/emails/owner-notification.ts'
import type { MailContent } from '#server/platform/mail/mail.ts'
import { toSingleLineFields } from '#server/platform/text/plain-text.ts'

type PaymentReceivedMail = {
  ownerName: string
  customerName: string
  invoiceNumber: string
  /** What was paid. */
  amount: string
  method: string
  /** It was paid in the built-in sandbox: no real money came. */
  isSandbox?: boolean
  invoiceUrl: string
}

/** The note to the owner that a customer has paid. All values are finished texts. */
export const paymentReceivedMail = ({ isSandbox = false, ...fields }: PaymentReceivedMail): MailContent => {
  const { ownerName, customerName, invoiceNumber, amount, method, invoiceUrl } = toSingleLineFields(fields)
  return buildOwnerNotification({
    ownerName,
    subject: `Payment received: ${amount} for invoice ${invoiceNumber}`,
    preview: `From ${customerName} (${method})`,
    introduction: isSandbox
      ? 'An invoice was paid in the sandbox, to try things out: no real money came.'
      : 'Good news: a customer has paid an invoice.',
    facts: [
      ['Amount received', amount],
      ['Customer', customerName],
      ['Invoice', invoiceNumber],
      ['Payment method', method],
    ],
    button: 'Open the invoice',
    url: invoiceUrl,
  })
}
