import { button, facts, figure, paragraph } from '#server/platform/mail/blocks.ts'
import { html, lines } from '#server/platform/mail/html.ts'
import { mailPage } from '#server/platform/mail/layout.ts'
import type { Mail, MailContent, SendMail } from '#server/platform/mail/mail.ts'
import { oneLine, oneLineFields, severalLines, textBlocks, webLink } from '#server/platform/mail/text.ts'
import { MailRefusedError } from '#server/platform/mail/transport.ts'
import type { Fact } from './paper-mail.ts'

/** What a note to the owner says; all finished texts. */
type Note = {
  ownerName: string
  subject: string
  preview: string
  introduction: string
  /** First the figure that the note is about. */
  facts: readonly [Fact, ...Fact[]]
  /** What stands below the facts, each a paragraph, over several lines if need be. */
  further?: readonly string[]
  button: string
  url: string
}

/** A note of the app's own to the owner: what a customer did. */
export const ownerNote = ({ facts: rows, further = [], ...note }: Note): MailContent => {
  const { ownerName, subject, preview, introduction, button: label, url } = oneLineFields(note)
  const greeting = ownerName ? `Hello ${ownerName},` : 'Hello,'
  const said = rows.map(([name, value]): Fact => [name, oneLine(value)])
  const paragraphs = further.map(severalLines)
  return {
    fromName: 'Billfold',
    subject,
    preview,
    text: textBlocks(
      greeting,
      introduction,
      said.map(([name, value]) => `${name}: ${value}`).join('\n'),
      ...paragraphs,
      `${label}:\n${webLink(url)}`,
      'Billfold',
    ),
    html: mailPage({
      subject,
      preview,
      brand: 'Billfold',
      body: [
        paragraph(greeting),
        paragraph(introduction),
        figure(...said[0]!),
        facts(said.slice(1)),
        ...paragraphs.map((text) => paragraph(lines(text))),
        button(label, url),
      ],
      footer: html`You get this note because you invoice your customers with Billfold.`,
    }),
  }
}

type Deps = { send: SendMail; log: (line: string) => void }

/** Sends a note to the owner. An address that the mail server refuses for good is told to the log: nobody else could mend it. @param about e.g. 'invoice INV-1' */
export const sendOwnerNote = ({ send, log }: Deps, about: string, mail: Mail): Promise<void> =>
  send(mail).catch((error: unknown) => {
    if (!(error instanceof MailRefusedError)) throw error
    log(`The mail server refused the note on ${about}: ${error.message}`)
  })
