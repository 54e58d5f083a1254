import { button, facts, figure, paragraph } from '#server/platform/mail/blocks.ts'
import { html, lines } from '#server/platform/mail/html.ts'
import { mailPage } from '#server/platform/mail/layout.ts'
import type { MailContent } from '#server/platform/mail/mail.ts'
import { oneLine, oneLineFields, severalLines, textBlocks, webLink } from '#server/platform/mail/text.ts'

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
  /** The subject line, when it isn't the usual one. */
  subject?: string
  /** The owner's own words in place of greeting and introduction, over several paragraphs if need be. */
  message?: string | null
}
type Names = Pick<InvoiceMail, 'businessName' | 'customerName' | 'invoiceNumber'>

/** What the subject line says unless the owner writes another. */
export const usualSubject = ({ businessName, invoiceNumber }: Pick<Names, 'businessName' | 'invoiceNumber'>): string =>
  oneLine(`Invoice ${oneLine(invoiceNumber)} from ${oneLine(businessName)}`)

const greeting = (customerName: string) => (customerName ? `Hello ${customerName},` : 'Hello,')

/** What stands above the figures unless the owner writes something else. */
export const usualMessage = (names: Pick<Names, 'businessName' | 'customerName'>): string => {
  const { businessName, customerName } = oneLineFields(names)
  return `${greeting(customerName)}\n\n${businessName} has sent you an invoice. It is attached as a PDF.`
}

type Fact = readonly [label: string, value: string]
/** What stands below the message: first the figure that the mail is about. */
export const invoiceFacts = (fields: Pick<InvoiceMail, 'invoiceNumber' | 'total' | 'balanceDue' | 'dueDate'>): [Fact, ...Fact[]] => {
  const { invoiceNumber, total, balanceDue, dueDate } = oneLineFields(fields)
  const rows: Fact[] = [
    ['Invoice', invoiceNumber],
    ['Due date', dueDate],
  ]
  return [['Amount due', balanceDue], ...rows, ...(total === balanceDue ? [] : [['Invoice total', total] as const])]
}

/** The mail that brings an invoice to the customer. All values are finished texts, as they are to be read. */
export const invoiceMail = ({ message, ...fields }: InvoiceMail): MailContent => {
  const { businessName, customerName, businessEmail, payUrl, ...rest } = oneLineFields(fields)
  const subject = rest.subject || usualSubject({ businessName, invoiceNumber: rest.invoiceNumber })
  const preview = `${rest.balanceDue} due ${rest.dueDate}`
  const [amountDue, ...rows] = invoiceFacts(rest)
  const answer = businessEmail
    ? 'Questions about this invoice? Just reply to this e-mail.'
    : `Questions about this invoice? Please contact ${businessName}.`
  const ownWords = severalLines(message ?? '')
  return {
    fromName: businessName,
    ...(businessEmail && { replyTo: { name: businessName, address: businessEmail } }),
    subject,
    preview,
    text: textBlocks(
      ownWords || usualMessage({ businessName, customerName }),
      [amountDue, ...rows].map(([name, value]) => `${name}: ${value}`).join('\n'),
      `View and pay invoice:\n${webLink(payUrl)}`,
      answer,
      businessName,
    ),
    html: mailPage({
      subject,
      preview,
      brand: businessName,
      body: [
        ...(ownWords
          ? ownWords.split(/\n{2,}/).map((part) => paragraph(lines(part)))
          : [
              paragraph(greeting(customerName)),
              paragraph(html`<bdi>${businessName}</bdi> has sent you an invoice. It is attached as a PDF.`),
            ]),
        figure(...amountDue),
        facts(rows),
        button('View and pay invoice', payUrl),
        paragraph(answer),
      ],
      footer: html`Sent with Billfold on behalf of <bdi>${businessName}</bdi>.`,
    }),
  }
}
