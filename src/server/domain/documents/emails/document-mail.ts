import type { DocumentType } from '#server/domain/documents/document-type.ts'
import {
  formatGreeting,
  formatWebLink,
  joinTextBlocks,
  renderButton,
  renderDetails,
  renderGreeting,
  renderKeyFigure,
  renderParagraph,
} from '#server/platform/mail/blocks.ts'
import type { MailBrand } from '#server/platform/mail/brand.ts'
import { html, renderLines } from '#server/platform/mail/html.ts'
import { renderMail } from '#server/platform/mail/layout.ts'
import type { MailContent } from '#server/platform/mail/mail.ts'
import { endSentence, toMultiline, toSingleLine, toSingleLineFields } from '#server/platform/text/plain-text.ts'

export type Fact = readonly [label: string, value: string]

export type DocumentEmailContent = {
  number: string
  /** The rows below the message; the first is shown as the large figure. */
  facts: readonly [Fact, ...Fact[]]
  /** The preheader, which email clients show beside the subject. */
  preview: string
  button: string
}

type Names = { businessName: string; customerName: string }

type EmailDetails = Names & {
  brand: MailBrand
  contactName?: string | null
  businessEmail: string | null
  url: string
  subject?: string
  /** A custom message that replaces greeting and introduction; may have several paragraphs. */
  message?: string | null
  notice?: string | null
}

export const buildDefaultSubject = (type: DocumentType, { businessName, number }: { businessName: string; number: string }): string =>
  toSingleLine(`${type.title} ${toSingleLine(number)} from ${toSingleLine(businessName)}`)

const introduction = (type: DocumentType) => `has sent you ${type.withArticle.toLowerCase()}. It is attached as a PDF.`

export const buildDefaultMessage = (type: DocumentType, names: Names): string => {
  const { businessName, customerName } = toSingleLineFields({ businessName: names.businessName, customerName: names.customerName })
  return `${formatGreeting(customerName)}\n\n${businessName} ${introduction(type)}`
}

export const buildDocumentMail = (
  type: DocumentType,
  content: DocumentEmailContent,
  { message, notice, brand, ...details }: EmailDetails,
): MailContent => {
  const { businessName, contactName, customerName, businessEmail, url, subject: customSubject } = toSingleLineFields(details)
  const subject = customSubject || buildDefaultSubject(type, { businessName, number: content.number })
  const preview = toSingleLine(content.preview)
  const factLines = content.facts.map(([label, value]): Fact => [label, toSingleLine(value)])
  const question = `Questions about this ${type.noun}?`
  const closing = businessEmail
    ? `${question} ${contactName ? `Reply to this email to reach ${endSentence(contactName)}` : 'Reply to this email.'}`
    : `${question} Please contact ${contactName ? `${contactName} at ` : ''}${endSentence(businessName)}`
  const customMessage = toMultiline(message ?? '')
  return {
    fromName: businessName,
    ...(businessEmail && { replyTo: { name: businessName, address: businessEmail } }),
    subject,
    preview,
    text: joinTextBlocks(
      customMessage || buildDefaultMessage(type, { businessName, customerName }),
      factLines.map(([label, value]) => `${label}: ${value}`).join('\n'),
      ...(notice ? [toSingleLine(notice)] : []),
      `${content.button}:\n${formatWebLink(url)}`,
      closing,
      contactName ? `${contactName}\n${businessName}` : businessName,
    ),
    logo: brand.logo,
    html: renderMail({
      subject,
      preview,
      from: businessName,
      brand,
      body: [
        ...(customMessage
          ? customMessage.split(/\n{2,}/).map((part) => renderParagraph(renderLines(part)))
          : [renderGreeting(customerName), renderParagraph(html`<bdi>${businessName}</bdi> ${introduction(type)}`)]),
        renderKeyFigure(...factLines[0]!),
        renderDetails(factLines.slice(1)),
        ...(notice ? [renderParagraph(toSingleLine(notice))] : []),
        renderButton(brand, content.button, url),
        renderParagraph(closing),
      ],
      footer: html`Sent with Billfold on behalf of <bdi>${businessName}</bdi>.`,
    }),
  }
}
