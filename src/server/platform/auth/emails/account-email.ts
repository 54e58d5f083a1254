import { formatWebLink, joinTextBlocks, renderButton, renderParagraph } from '#server/platform/mail/blocks.ts'
import { productBrand } from '#server/platform/mail/brand.ts'
import { MailRefusedError } from '#server/platform/mail/delivery-errors.ts'
import { html } from '#server/platform/mail/html.ts'
import { renderMail } from '#server/platform/mail/layout.ts'
import type { MailContent, SendMail } from '#server/platform/mail/mail.ts'
import { toSingleLine } from '#server/platform/text/plain-text.ts'

export type AccountEmail = {
  subject: string
  preview: string
  before: readonly string[]
  action?: { label: string; url: string }
  after?: readonly string[]
}

/** Without the name: a new account's owner chooses both name and address, and could send any text to any address. */
export const buildAccountEmail = ({ subject, preview, before, action, after = [] }: AccountEmail): MailContent => {
  const [first, last] = [before.map((text) => toSingleLine(text, 600)), after.map((text) => toSingleLine(text, 600))]
  return {
    fromName: 'Billfold',
    subject,
    preview,
    text: joinTextBlocks('Hello,', ...first, action && `${action.label}:\n${formatWebLink(action.url)}`, ...last, 'Billfold'),
    html: renderMail({
      subject,
      preview,
      from: 'Billfold',
      brand: productBrand,
      body: [
        renderParagraph('Hello,'),
        ...first.map((text) => renderParagraph(text)),
        ...(action ? [renderButton(productBrand, action.label, action.url)] : []),
        ...last.map((text) => renderParagraph(text)),
      ],
      footer: html`You received this email because this address was entered at Billfold. Billfold will never ask for your password.`,
    }),
  }
}

export type AccountEmailDeps = { send: SendMail; publicUrl: () => URL; log: (line: string) => void }

/** A permanent refusal is logged and not retried; other errors are thrown, so that the job is retried. */
export const sendAccountEmail = (
  { send, publicUrl, log }: AccountEmailDeps,
  address: string,
  id: string,
  email: AccountEmail,
): Promise<void> =>
  send({ ...buildAccountEmail(email), to: { name: '', address }, messageId: `<account-${id}@${publicUrl().hostname}>` }).catch(
    (error: unknown) => {
      if (!(error instanceof MailRefusedError)) throw error
      log(`The mail server refused "${email.subject}": ${error.message}`)
    },
  )
