import type { Fact } from '#server/papers/paper-mail.ts'
import { facts, figure, paragraph } from '#server/platform/mail/blocks.ts'
import { html, lines } from '#server/platform/mail/html.ts'
import { mailPage } from '#server/platform/mail/layout.ts'
import type { MailContent } from '#server/platform/mail/mail.ts'
import { oneLine, oneLineFields, severalLines, textBlocks } from '#server/platform/mail/text.ts'
import type { Range } from '#shared/periods.ts'
import { periodWords } from './report-words.ts'
import { balanceWords, overdueWords, type StatementParts } from './statement-parts.ts'

type StatementMail = {
  businessName: string
  /** Where the customer's answer goes; null when the business gave no address. */
  businessEmail: string | null
  customerName: string
  subject: string
  /** The owner's own words in place of greeting and introduction; null for the usual ones. */
  message: string | null
  range: Range
  parts: StatementParts
}

/** What the subject line of a statement says. */
export const statementSubject = ({ businessName, range }: { businessName: string; range: Range }): string =>
  oneLine(`Statement from ${oneLine(businessName)}: ${periodWords(range)}`)

/** The mail that brings a customer his statement, which is attached; it leads nowhere. */
export const statementMail = ({ range, parts, message, ...fields }: StatementMail): MailContent => {
  const { businessName, businessEmail, customerName, subject } = oneLineFields(fields)
  const words = periodWords(range)
  const said = [balanceWords(parts), overdueWords(parts)].flatMap((each): Fact[] => (each === null ? [] : [[each.label, each.value]]))
  const key = said[0]!
  const rows: Fact[] = [...said.slice(1), ['Statement for', words]]
  const preview = `${key[0]}: ${key[1]}`
  const greeting = customerName ? `Hello ${customerName},` : 'Hello,'
  const introduction = `has sent you a statement of your account, ${words}. It is attached as a PDF.`
  const answer = businessEmail
    ? 'Questions about this statement? Just reply to this e-mail.'
    : `Questions about this statement? Please contact ${businessName}.`
  const ownWords = severalLines(message ?? '')
  return {
    fromName: businessName,
    ...(businessEmail && { replyTo: { name: businessName, address: businessEmail } }),
    subject,
    preview,
    text: textBlocks(
      ownWords || `${greeting}\n\n${businessName} ${introduction}`,
      [key, ...rows].map(([label, value]) => `${label}: ${value}`).join('\n'),
      answer,
      businessName,
    ),
    html: mailPage({
      subject,
      preview,
      brand: businessName,
      body: [
        ...(ownWords
          ? ownWords.split(/\n{2,}/).map((part) => paragraph(lines(part)))
          : [paragraph(greeting), paragraph(html`<bdi>${businessName}</bdi> ${introduction}`)]),
        figure(...key),
        facts(rows),
        paragraph(answer),
      ],
      footer: html`Sent with Billfold on behalf of <bdi>${businessName}</bdi>.`,
    }),
  }
}
