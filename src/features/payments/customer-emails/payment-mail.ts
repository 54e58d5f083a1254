import type { Fact } from '#server/domain/documents/emails/document-mail.ts'
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

/** All texts are finished and of one line. */
type PaymentMail = {
  businessName: string
  brand: MailBrand
  businessEmail: string | null | undefined
  customerName: string
  subject: string
  preview: string
  statement: readonly [before: string, after: string]
  thankYou?: string | null
  further: string
  /** The first one is shown large. */
  facts: readonly [Fact, ...Fact[]]
  button: string
  url: string
}

export const renderPaymentMail = (mail: PaymentMail): MailContent => {
  const { businessName, brand, businessEmail, customerName, subject, preview, statement, thankYou, further, facts, button, url } = mail
  const [before, after] = statement
  return {
    fromName: businessName,
    ...(businessEmail && { replyTo: { name: businessName, address: businessEmail } }),
    subject,
    preview,
    text: joinTextBlocks(
      formatGreeting(customerName),
      `${before}${businessName}${after}`,
      thankYou,
      further,
      facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
      `${button}:\n${formatWebLink(url)}`,
      businessName,
    ),
    logo: brand.logo,
    html: renderMail({
      subject,
      preview,
      from: businessName,
      brand,
      body: [
        renderGreeting(customerName),
        renderParagraph(html`${before}<bdi>${businessName}</bdi>${after}`),
        ...(thankYou ? thankYou.split(/\n{2,}/).map((part) => renderParagraph(renderLines(part))) : []),
        renderParagraph(further),
        renderKeyFigure(...facts[0]),
        renderDetails(facts.slice(1)),
        renderButton(brand, button, url),
      ],
      footer: html`Sent with Billfold on behalf of <bdi>${businessName}</bdi>.`,
    }),
  }
}
