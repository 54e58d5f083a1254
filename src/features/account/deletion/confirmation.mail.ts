import { formatGreeting, joinTextBlocks, renderDetails, renderGreeting, renderParagraph } from '#server/platform/mail/blocks.ts'
import { productBrand } from '#server/platform/mail/brand.ts'
import { html } from '#server/platform/mail/html.ts'
import { renderMail } from '#server/platform/mail/layout.ts'
import type { MailContent } from '#server/platform/mail/mail.ts'
import { toSingleLine } from '#server/platform/text/plain-text.ts'

type DeletionConfirmation = {
  /** Empty when the address was never confirmed. */
  name: string
  deletedOn: string
  gone: readonly (readonly [what: string, count: string])[]
  hadSubscription: boolean
}

export const deletionConfirmationMail = ({ name, deletedOn, gone, hadSubscription }: DeletionConfirmation): MailContent => {
  const subject = 'Your Billfold account was deleted'
  const recipient = toSingleLine(name, 120)
  const paragraphs = [
    `Your Billfold account and everything in it was deleted on ${deletedOn}, as you asked. This can't be undone.`,
    ...(hadSubscription ? ['Your plan ended too. You will not be charged again.'] : []),
    'Links to your invoices and estimates no longer work. Payments that you received stay with your payment provider.',
    'You can create a new account with this address at any time. It will be empty.',
  ]
  const [introduction, ...further] = paragraphs as [string, ...string[]]
  return {
    fromName: 'Billfold',
    subject,
    preview: `Deleted on ${deletedOn}, with everything in it.`,
    text: joinTextBlocks(
      formatGreeting(recipient),
      introduction,
      gone.map(([what, count]) => `${what}: ${count}`).join('\n'),
      ...further,
      'Billfold',
    ),
    html: renderMail({
      subject,
      preview: `Deleted on ${deletedOn}, with everything in it.`,
      from: 'Billfold',
      brand: productBrand,
      body: [
        renderGreeting(recipient),
        renderParagraph(introduction),
        renderDetails(gone),
        ...further.map((text) => renderParagraph(text)),
      ],
      footer: html`This is the last email that Billfold sends to this address.`,
    }),
  }
}
