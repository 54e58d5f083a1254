import { button, facts, figure, paragraph } from '#server/platform/mail/blocks.ts'
import { html } from '#server/platform/mail/html.ts'
import { mailPage } from '#server/platform/mail/layout.ts'
import type { MailContent } from '#server/platform/mail/mail.ts'
import { oneLineFields, textBlocks, webLink } from '#server/platform/mail/text.ts'

type PaymentReceivedMail = {
  ownerName: string
  customerName: string
  invoiceNumber: string
  /** What was paid. */
  amount: string
  method: string
  dashboardUrl: string
}

/** The note to the owner that a customer has paid. All values are finished texts. */
export const paymentReceivedMail = (fields: PaymentReceivedMail): MailContent => {
  const { ownerName, customerName, invoiceNumber, amount, method, dashboardUrl } = oneLineFields(fields)
  const subject = `Payment received: ${amount} for invoice ${invoiceNumber}`
  const preview = `From ${customerName} (${method})`
  const greeting = ownerName ? `Hello ${ownerName},` : 'Hello,'
  const rows = [
    ['Customer', customerName],
    ['Invoice', invoiceNumber],
    ['Payment method', method],
  ] as const
  return {
    fromName: 'Billfold',
    subject,
    preview,
    text: textBlocks(
      greeting,
      'Good news: a customer has paid an invoice.',
      [['Amount received', amount] as const, ...rows].map(([name, value]) => `${name}: ${value}`).join('\n'),
      `Open dashboard:\n${webLink(dashboardUrl)}`,
      'Billfold',
    ),
    html: mailPage({
      subject,
      preview,
      brand: 'Billfold',
      body: [
        paragraph(greeting),
        paragraph('Good news: a customer has paid an invoice.'),
        figure('Amount received', amount),
        facts(rows),
        button('Open dashboard', dashboardUrl),
      ],
      footer: html`You get this note because you invoice your customers with Billfold.`,
    }),
  }
}
