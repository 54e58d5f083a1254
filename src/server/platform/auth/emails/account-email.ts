import { renderButton, renderParagraph } from '#server/platform/mail/blocks.ts'
import { html } from '#server/platform/mail/html.ts'
import { renderMail } from '#server/platform/mail/layout.ts'
import type { MailContent, SendMail } from '#server/platform/mail/mail.ts'
import { MailRefusedError } from '#server/platform/mail/mail-sender.ts'
import { formatWebLink, joinTextBlocks, toSingleLine } from '#server/platform/mail/text.ts'

/** What a mail about an account says; all finished texts. */
export type AccountEmail = {
  subject: string
  preview: string
  /** Before the button. */
  before: readonly string[]
  action?: { label: string; url: string }
  /** After it. */
  after?: readonly string[]
}

/**
 * A mail about an account. It greets nobody by name: whoever makes an account chooses the name, and the address may be a stranger's, so that the
 * name would be a way to have us mail any text to anybody.
 */
const accountMail = ({ subject, preview, before, action, after = [] }: AccountEmail): MailContent => {
  const [first, last] = [before.map((text) => toSingleLine(text, 600)), after.map((text) => toSingleLine(text, 600))]
  return {
    fromName: 'Billfold',
    subject,
    preview,
    text: joinTextBlocks('Hello,', ...first, action && `${action.label}:\n${formatWebLink(action.url)}`, ...last, 'Billfold'),
    html: renderMail({
      subject,
      preview,
      brand: 'Billfold',
      body: [
        renderParagraph('Hello,'),
        ...first.map((text) => renderParagraph(text)),
        ...(action ? [renderButton(action.label, action.url)] : []),
        ...last.map((text) => renderParagraph(text)),
      ],
      footer: html`You get this because somebody entered this address at Billfold. Nobody from Billfold will ever ask for your password.`,
    }),
  }
}

export type AccountEmailDeps = { send: SendMail; publicUrl: () => URL; log: (line: string) => void }

/** Sends it. An address that the mail server refuses for good is told to the log: trying again wouldn't mend it. @param id the same for a repetition */
export const sendAccountEmail = (
  { send, publicUrl, log }: AccountEmailDeps,
  address: string,
  id: string,
  mail: AccountEmail,
): Promise<void> =>
  send({ ...accountMail(mail), to: { name: '', address }, messageId: `<account-${id}@${publicUrl().hostname}>` }).catch(
    (error: unknown) => {
      if (!(error instanceof MailRefusedError)) throw error
      log(`The mail server refused "${mail.subject}": ${error.message}`)
    },
  )
