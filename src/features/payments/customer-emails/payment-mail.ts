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
  renderSender,
} from '#server/platform/mail/blocks.ts'
import type { MailBrand } from '#server/platform/mail/brand.ts'
import { html, type Inline, renderLines } from '#server/platform/mail/html.ts'
import { renderMail } from '#server/platform/mail/layout.ts'
import type { MailContent } from '#server/platform/mail/mail.ts'
import type { Texts } from '#shared/customer-texts.ts'

/** All texts are finished and of one line. */
type PaymentMail = {
  businessName: string
  brand: MailBrand
  businessEmail: string | null | undefined
  customerName: string
  subject: string
  preview: string
  /** With `business` where it is named. */
  state: (business: Inline) => Inline[]
  thankYou?: string | null
  further: string
  /** The first one is shown large. */
  facts: readonly [Fact, ...Fact[]]
  button: string
  url: string
  texts: Texts
}

export const renderPaymentMail = (mail: PaymentMail): MailContent => {
  const { businessName, brand, businessEmail, customerName, subject, preview, state, thankYou, further, facts, button, url, texts } = mail
  return {
    fromName: businessName,
    ...(businessEmail && { replyTo: { name: businessName, address: businessEmail } }),
    subject,
    preview,
    text: joinTextBlocks(
      formatGreeting(customerName, texts),
      state(businessName).join(''),
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
        renderGreeting(customerName, texts),
        renderParagraph(html`${state(html`<bdi>${businessName}</bdi>`)}`),
        ...(thankYou ? thankYou.split(/\n{2,}/).map((part) => renderParagraph(renderLines(part))) : []),
        renderParagraph(further),
        renderKeyFigure(...facts[0]),
        renderDetails(facts.slice(1), texts.language),
        renderButton(brand, button, url, texts),
      ],
      footer: renderSender(businessName, texts),
      language: texts.language,
    }),
  }
}
