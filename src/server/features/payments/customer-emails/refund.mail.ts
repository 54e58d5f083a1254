import { renderButton, renderDetails, renderKeyFigure, renderParagraph } from '#server/platform/mail/blocks.ts'
import { html } from '#server/platform/mail/html.ts'
import { renderMail } from '#server/platform/mail/layout.ts'
import type { MailContent } from '#server/platform/mail/mail.ts'
import { toSingleLine, toSingleLineFields } from '#server/platform/text/plain-text.ts'
import { formatWebLink, joinTextBlocks } from '#server/platform/mail/text.ts'

type RefundMail = {
  businessName: string
  customerName: string
  invoiceNumber: string
  /** What was refunded. */
  amount: string
  date: string
  method: string
  /** What is left of all that was paid, '$0.00' included. */
  remaining: string
  /** What the invoice asks for again; null when it asks for nothing. */
  balanceDue: string | null
  /** It was paid in the built-in sandbox: no real money moved. */
  isSandbox?: boolean
  viewUrl: string
  /** Where the customer's answer goes; null when the business gave no address. */
  businessEmail?: string | null
}

/** Tells the customer of a refund that has succeeded. All values are finished texts. */
export const refundMail = ({ isSandbox = false, ...fields }: RefundMail): MailContent => {
  const { businessName, customerName, invoiceNumber, amount, date, method, viewUrl, businessEmail } = toSingleLineFields(fields)
  const { remaining, balanceDue } = toSingleLineFields(fields)
  const subject = toSingleLine(`Refund for invoice ${invoiceNumber} from ${businessName}`)
  const preview = `${amount} refunded on ${date}.`
  const greeting = customerName ? `Hello ${customerName},` : 'Hello,'
  const said = `has refunded ${amount} of your payment for invoice ${invoiceNumber}.`
  const rows = [
    ['Invoice', invoiceNumber],
    ['Refunded on', date],
    ['Payment method', method],
    ['Paid after this refund', remaining],
    ...(balanceDue ? [['Balance due', balanceDue] as const] : []),
  ] as const
  const further = [
    'The money goes back the way you paid. Your bank may take a few days to show it.',
    'The updated receipt is attached as a PDF.',
    ...(isSandbox ? ['It was paid in the sandbox, to try things out: no real money was moved.'] : []),
  ].join(' ')
  return {
    fromName: businessName,
    ...(businessEmail && { replyTo: { name: businessName, address: businessEmail } }),
    subject,
    preview,
    text: joinTextBlocks(
      greeting,
      `${businessName} ${said}`,
      further,
      [['Refund', amount] as const, ...rows].map(([name, value]) => `${name}: ${value}`).join('\n'),
      `View invoice:\n${formatWebLink(viewUrl)}`,
      businessName,
    ),
    html: renderMail({
      subject,
      preview,
      brand: businessName,
      body: [
        renderParagraph(greeting),
        renderParagraph(html`<bdi>${businessName}</bdi> ${said}`),
        renderParagraph(further),
        renderKeyFigure('Refund', amount),
        renderDetails(rows),
        renderButton('View invoice', viewUrl),
      ],
      footer: html`Sent with Billfold on behalf of <bdi>${businessName}</bdi>.`,
    }),
  }
}
