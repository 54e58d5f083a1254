import { button, facts, figure, paragraph } from '#server/platform/mail/blocks.ts'
import { html } from '#server/platform/mail/html.ts'
import { mailPage } from '#server/platform/mail/layout.ts'
import type { MailContent } from '#server/platform/mail/mail.ts'
import { oneLine, oneLineFields, textBlocks, webLink } from '#server/platform/mail/text.ts'

type ReceiptMail = {
  businessName: string
  customerName: string
  invoiceNumber: string
  /** What was paid. */
  amount: string
  method: string
  date: string
  /** What is still open on the invoice, '$0.00' included. */
  balanceDue: string
  viewUrl: string
  /** Where the customer's answer goes; null when the business gave no address. */
  businessEmail?: string | null
}

/** What the receipt's subject line says. */
export const receiptSubject = ({ invoiceNumber, businessName }: { invoiceNumber: string; businessName: string }): string =>
  oneLine(`Receipt for invoice ${invoiceNumber} from ${businessName}`)

/** The customer's receipt for one payment. All values are finished texts. */
export const receiptMail = (fields: ReceiptMail): MailContent => {
  const { businessName, customerName, invoiceNumber, amount, method, date, balanceDue, viewUrl, businessEmail } = oneLineFields(fields)
  const subject = receiptSubject({ invoiceNumber, businessName })
  const preview = `${amount} paid on ${date}. Thank you!`
  const greeting = customerName ? `Hello ${customerName},` : 'Hello,'
  const rows = [
    ['Invoice', invoiceNumber],
    ['Paid on', date],
    ['Payment method', method],
    ['Balance due', balanceDue],
  ] as const
  return {
    fromName: businessName,
    ...(businessEmail && { replyTo: { name: businessName, address: businessEmail } }),
    subject,
    preview,
    text: textBlocks(
      greeting,
      `Thank you for your payment to ${businessName}. This is your receipt.`,
      [['Amount paid', amount] as const, ...rows].map(([name, value]) => `${name}: ${value}`).join('\n'),
      `View receipt:\n${webLink(viewUrl)}`,
      businessName,
    ),
    html: mailPage({
      subject,
      preview,
      brand: businessName,
      body: [
        paragraph(greeting),
        paragraph(html`Thank you for your payment to <bdi>${businessName}</bdi>. This is your receipt.`),
        figure('Amount paid', amount),
        facts(rows),
        button('View receipt', viewUrl),
      ],
      footer: html`Sent with Billfold on behalf of <bdi>${businessName}</bdi>.`,
    }),
  }
}
