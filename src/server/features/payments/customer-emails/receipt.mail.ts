import { renderButton, renderDetails, renderKeyFigure, renderParagraph } from '#server/platform/mail/blocks.ts'
import { html } from '#server/platform/mail/html.ts'
import { renderMail } from '#server/platform/mail/layout.ts'
import type { MailContent } from '#server/platform/mail/mail.ts'
import { toSingleLine, toSingleLineFields } from '#server/platform/text/plain-text.ts'
import { formatWebLink, joinTextBlocks } from '#server/platform/mail/text.ts'

type ReceiptMail = {
  businessName: string
  customerName: string
  invoiceNumber: string
  /** What was paid. */
  amount: string
  method: string
  date: string
  /** What is still open on the invoice, '$0.00' included; null when nothing needs saying. */
  balanceDue: string | null
  /** What came beyond the invoice's total; null when nothing did. */
  credit?: string | null
  /** What of the payment went back since it came; null when nothing did. */
  refunded?: string | null
  /** It was paid in the built-in sandbox: no real money moved. */
  isSandbox?: boolean
  viewUrl: string
  /** Where the customer's answer goes; null when the business gave no address. */
  businessEmail?: string | null
}

/** What the receipt's subject line says. */
export const formatReceiptSubject = ({ invoiceNumber, businessName }: { invoiceNumber: string; businessName: string }): string =>
  toSingleLine(`Receipt for invoice ${invoiceNumber} from ${businessName}`)

/** The customer's receipt for one payment. All values are finished texts. */
export const receiptMail = ({ isSandbox = false, ...fields }: ReceiptMail): MailContent => {
  const { businessName, customerName, invoiceNumber, amount, method, date, viewUrl, businessEmail } = toSingleLineFields(fields)
  const { balanceDue, credit, refunded } = toSingleLineFields(fields)
  const subject = formatReceiptSubject({ invoiceNumber, businessName })
  const preview = `${amount} paid on ${date}. Thank you!`
  const greeting = customerName ? `Hello ${customerName},` : 'Hello,'
  const rows = [
    ['Invoice', invoiceNumber],
    ['Paid on', date],
    ['Payment method', method],
    ...(refunded ? [['Refunded', refunded] as const] : []),
    ...(balanceDue ? [['Balance due', balanceDue] as const] : []),
    ...(credit ? [['Credit', credit] as const] : []),
  ] as const
  const further = [
    ...(refunded ? [`Since then, ${refunded === amount ? 'all' : refunded} of it went back to you.`] : []),
    ...(credit ? [`You paid ${credit} more than the invoice asks for: it is your credit.`] : []),
    'The receipt is attached as a PDF.',
    ...(isSandbox ? ['It was paid in the sandbox, to try things out: no real money was moved.'] : []),
  ].join(' ')
  return {
    fromName: businessName,
    ...(businessEmail && { replyTo: { name: businessName, address: businessEmail } }),
    subject,
    preview,
    text: joinTextBlocks(
      greeting,
      `Thank you for your payment to ${businessName}. This is your receipt.`,
      further,
      [['Amount paid', amount] as const, ...rows].map(([name, value]) => `${name}: ${value}`).join('\n'),
      `View receipt:\n${formatWebLink(viewUrl)}`,
      businessName,
    ),
    html: renderMail({
      subject,
      preview,
      brand: businessName,
      body: [
        renderParagraph(greeting),
        renderParagraph(html`Thank you for your payment to <bdi>${businessName}</bdi>. This is your receipt.`),
        renderParagraph(further),
        renderKeyFigure('Amount paid', amount),
        renderDetails(rows),
        renderButton('View receipt', viewUrl),
      ],
      footer: html`Sent with Billfold on behalf of <bdi>${businessName}</bdi>.`,
    }),
  }
}
