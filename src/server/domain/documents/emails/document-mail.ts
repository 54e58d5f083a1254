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
  renderSender,
  translate,
} from '#server/platform/mail/blocks.ts'
import type { MailBrand } from '#server/platform/mail/brand.ts'
import { html, type Inline, renderLines } from '#server/platform/mail/html.ts'
import { renderMail } from '#server/platform/mail/layout.ts'
import type { MailContent } from '#server/platform/mail/mail.ts'
import { endSentence, toMultiline, toSingleLine, toSingleLineFields } from '#server/platform/text/plain-text.ts'
import { type Texts, textsIn } from '#shared/customer-texts.ts'
import type { DocumentLocale } from '#shared/document-languages.ts'

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
  language?: DocumentLocale
}

export const buildDefaultSubject = (
  type: DocumentType,
  { businessName, number }: { businessName: string; number: string },
  { t, find }: Texts,
): string =>
  toSingleLine(
    t('{title} {number} from {business}', { title: find(type.title), number: toSingleLine(number), business: toSingleLine(businessName) }),
  )

/** @param business as it is shown in the sentence */
const introduce = (type: DocumentType, business: Inline, texts: Texts) =>
  translate(texts, '{business} has sent you {document}. It is attached as a PDF.', {
    business,
    document: texts.find(type.withArticle.toLowerCase()),
  })

export const buildDefaultMessage = (type: DocumentType, names: Names, texts: Texts): string => {
  const { businessName, customerName } = toSingleLineFields({ businessName: names.businessName, customerName: names.customerName })
  return `${formatGreeting(customerName, texts)}\n\n${introduce(type, businessName, texts).join('')}`
}

/** @param about 'invoice', 'statement' */
export const buildClosing = (
  about: string,
  { businessName, businessEmail, contactName }: { businessName: string; businessEmail: string | null; contactName?: string | null },
  { t, find }: Texts,
): string => {
  const replies = contactName ? t('Reply to this email to reach {name}.', { name: contactName }) : t('Reply to this email.')
  const contacts = contactName
    ? t('Please contact {name} at {business}.', { name: contactName, business: businessName })
    : t('Please contact {name}.', { name: businessName })
  return endSentence(`${find(about)} ${businessEmail ? replies : contacts}`)
}

export const buildDocumentMail = (
  type: DocumentType,
  content: DocumentEmailContent,
  { message, notice, brand, language = 'en', ...details }: EmailDetails,
): MailContent => {
  const { businessName, contactName, customerName, businessEmail, url, subject: customSubject } = toSingleLineFields(details)
  const texts = textsIn(language)
  const subject = customSubject || buildDefaultSubject(type, { businessName, number: content.number }, texts)
  const preview = toSingleLine(content.preview)
  const factLines = content.facts.map(([label, value]): Fact => [label, toSingleLine(value)])
  const closing = buildClosing(
    `Questions about this ${type.noun}?`,
    { businessName, businessEmail, contactName: contactName ?? null },
    texts,
  )
  const customMessage = toMultiline(message ?? '')
  return {
    fromName: businessName,
    ...(businessEmail && { replyTo: { name: businessName, address: businessEmail } }),
    subject,
    preview,
    text: joinTextBlocks(
      customMessage || buildDefaultMessage(type, { businessName, customerName }, texts),
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
          : [renderGreeting(customerName, texts), renderParagraph(html`${introduce(type, html`<bdi>${businessName}</bdi>`, texts)}`)]),
        renderKeyFigure(...factLines[0]!),
        renderDetails(factLines.slice(1), language),
        ...(notice ? [renderParagraph(toSingleLine(notice))] : []),
        renderButton(brand, content.button, url, texts),
        renderParagraph(closing),
      ],
      footer: renderSender(businessName, texts),
      language,
    }),
  }
}
