import { button, facts, figure, paragraph, quote } from '#server/platform/mail/blocks.ts'
import { html } from '#server/platform/mail/html.ts'
import { mailPage } from '#server/platform/mail/layout.ts'
import type { MailContent } from '#server/platform/mail/mail.ts'
import { oneLineFields, textBlocks, webLink } from '#server/platform/mail/text.ts'

type InvoiceMail = {
  businessName: string
  customerName: string
  invoiceNumber: string
  total: string
  balanceDue: string
  dueDate: string
  payUrl: string
  /** Where the customer's answer goes; null when the business gave no address. */
  businessEmail: string | null
  /** Words of the owner's own, over several lines if need be. */
  note?: string | null
}

/** The mail that brings an invoice to the customer. All values are finished texts, as they are to be read. */
export const invoiceMail = ({ note, ...fields }: InvoiceMail): MailContent => {
  const { businessName, customerName, invoiceNumber, total, balanceDue, dueDate, businessEmail, payUrl } = oneLineFields(fields)
  const subject = `Invoice ${invoiceNumber} from ${businessName}`
  const preview = `${balanceDue} due ${dueDate}`
  const greeting = customerName ? `Hello ${customerName},` : 'Hello,'
  const rows = [
    ['Invoice', invoiceNumber] as const,
    ['Due date', dueDate] as const,
    ...(total === balanceDue ? [] : [['Invoice total', total] as const]),
  ]
  const answer = businessEmail
    ? 'Questions about this invoice? Just reply to this e-mail.'
    : `Questions about this invoice? Please contact ${businessName}.`
  const ownWords = note?.trim()
  return {
    fromName: businessName,
    ...(businessEmail && { replyTo: { name: businessName, address: businessEmail } }),
    subject,
    preview,
    text: textBlocks(
      greeting,
      `${businessName} has sent you an invoice. It is attached as a PDF.`,
      ownWords,
      [['Amount due', balanceDue] as const, ...rows].map(([name, value]) => `${name}: ${value}`).join('\n'),
      `View and pay invoice:\n${webLink(payUrl)}`,
      answer,
      businessName,
    ),
    html: mailPage({
      subject,
      preview,
      brand: businessName,
      body: [
        paragraph(greeting),
        paragraph(html`<bdi>${businessName}</bdi> has sent you an invoice. It is attached as a PDF.`),
        ...(ownWords ? [quote(ownWords)] : []),
        figure('Amount due', balanceDue),
        facts(rows),
        button('View and pay invoice', payUrl),
        paragraph(answer),
      ],
      footer: html`Sent with Billfold on behalf of <bdi>${businessName}</bdi>.`,
    }),
  }
}
