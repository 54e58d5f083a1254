import { button, paragraph } from '../../mail/blocks.ts'
import { html } from '../../mail/html.ts'
import { mailPage } from '../../mail/layout.ts'
import type { MailContent, SendMail } from '../../mail/mail.ts'
import { oneLine, textBlocks, webLink } from '../../mail/text.ts'
import { MailRefusedError } from '../../mail/transport.ts'

/** What a mail about an account says; all finished texts. */
export type AccountMail = {
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
const accountMail = ({ subject, preview, before, action, after = [] }: AccountMail): MailContent => {
  const [first, last] = [before.map((text) => oneLine(text, 600)), after.map((text) => oneLine(text, 600))]
  return {
    fromName: 'Billfold',
    subject,
    preview,
    text: textBlocks('Hello,', ...first, action && `${action.label}:\n${webLink(action.url)}`, ...last, 'Billfold'),
    html: mailPage({
      subject,
      preview,
      brand: 'Billfold',
      body: [
        paragraph('Hello,'),
        ...first.map((text) => paragraph(text)),
        ...(action ? [button(action.label, action.url)] : []),
        ...last.map((text) => paragraph(text)),
      ],
      footer: html`You get this because somebody entered this address at Billfold. Nobody from Billfold will ever ask for your password.`,
    }),
  }
}

export type MailDeps = { send: SendMail; publicUrl: () => URL; log: (line: string) => void }

/** Sends it. An address that the mail server refuses for good is told to the log: trying again wouldn't mend it. @param id the same for a repetition */
export const sendAccountMail = ({ send, publicUrl, log }: MailDeps, address: string, id: string, mail: AccountMail): Promise<void> =>
  send({ ...accountMail(mail), to: { name: '', address }, messageId: `<account-${id}@${publicUrl().hostname}>` }).catch(
    (error: unknown) => {
      if (!(error instanceof MailRefusedError)) throw error
      log(`The mail server refused "${mail.subject}": ${error.message}`)
    },
  )
