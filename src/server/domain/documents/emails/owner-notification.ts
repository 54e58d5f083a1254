import type { Services } from '#server/domain/services.ts'
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
import { productBrand } from '#server/platform/mail/brand.ts'
import { MailRefusedError } from '#server/platform/mail/delivery-errors.ts'
import { html, renderLines } from '#server/platform/mail/html.ts'
import { renderMail } from '#server/platform/mail/layout.ts'
import type { Mail, MailContent } from '#server/platform/mail/mail.ts'
import { toMultiline, toSingleLine, toSingleLineFields } from '#server/platform/text/plain-text.ts'
import type { Fact } from './document-mail.ts'

type Notification = {
  ownerName: string
  subject: string
  preview: string
  introduction: string
  facts: readonly [Fact, ...Fact[]]
  /** Paragraphs below the facts; each may have several lines. */
  further?: readonly string[]
  button: string
  url: string
}

export const buildOwnerNotification = ({ facts: rows, further = [], ...notification }: Notification): MailContent => {
  const { ownerName, subject, preview, introduction, button: label, url } = toSingleLineFields(notification)
  const factLines = rows.map(([name, value]): Fact => [name, toSingleLine(value)])
  const paragraphs = further.map(toMultiline)
  return {
    fromName: 'Billfold',
    subject,
    preview,
    text: joinTextBlocks(
      formatGreeting(ownerName),
      introduction,
      factLines.map(([name, value]) => `${name}: ${value}`).join('\n'),
      ...paragraphs,
      `${label}:\n${formatWebLink(url)}`,
      'Billfold',
    ),
    html: renderMail({
      subject,
      preview,
      from: 'Billfold',
      brand: productBrand,
      body: [
        renderGreeting(ownerName),
        renderParagraph(introduction),
        renderKeyFigure(...factLines[0]!),
        renderDetails(factLines.slice(1)),
        ...paragraphs.map((text) => renderParagraph(renderLines(text))),
        renderButton(productBrand, label, url),
      ],
      footer: html`You receive this email because you use Billfold for your invoices.`,
    }),
  }
}

/** A permanent refusal of the owner's address is only logged, as a retry can't help. */
export const sendOwnerNotification = ({ send, log }: Services, mail: Mail): Promise<void> =>
  send(mail).catch((error: unknown) => {
    if (!(error instanceof MailRefusedError)) throw error
    log(`The mail server refused the notification ${mail.messageId}: ${error.message}`)
  })
