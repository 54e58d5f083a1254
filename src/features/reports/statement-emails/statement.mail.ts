import { formatPeriod } from '#features/reports/builders/periods.ts'
import { formatBalance, formatOverdue, type StatementDetails } from '#features/reports/builders/statement-details.ts'
import type { Fact } from '#server/domain/documents/emails/document-mail.ts'
import {
  formatGreeting,
  joinTextBlocks,
  renderDetails,
  renderGreeting,
  renderKeyFigure,
  renderParagraph,
} from '#server/platform/mail/blocks.ts'
import type { MailBrand } from '#server/platform/mail/brand.ts'
import { html, renderLines } from '#server/platform/mail/html.ts'
import { renderMail } from '#server/platform/mail/layout.ts'
import type { MailContent } from '#server/platform/mail/mail.ts'
import { endSentence, toMultiline, toSingleLine, toSingleLineFields } from '#server/platform/text/plain-text.ts'
import type { Range } from '#shared/periods.ts'

type StatementMail = {
  businessName: string
  brand: MailBrand
  businessEmail: string | null
  customerName: string
  subject: string
  message: string | null
  range: Range
  parts: StatementDetails
}

export const formatSubject = ({ businessName, range }: { businessName: string; range: Range }): string =>
  toSingleLine(`Statement from ${toSingleLine(businessName)}: ${formatPeriod(range)}`)

/** It contains no link. */
export const buildStatementMail = ({ range, parts, message, brand, ...fields }: StatementMail): MailContent => {
  const { businessName, businessEmail, customerName, subject } = toSingleLineFields(fields)
  const paragraphs = formatPeriod(range)
  const toFacts = (said: ReturnType<typeof formatOverdue>[]) =>
    said.flatMap((each): Fact[] => (each === null ? [] : [[each.label, each.value]]))
  const keys = toFacts(parts.balances.map(formatBalance))
  const rows: Fact[] = [...toFacts(parts.balances.map(formatOverdue)), ['Statement for', paragraphs]]
  const preview = keys.map(([label, value]) => `${label}: ${value}`).join(', ')
  const introduction = `has sent you a statement of your account, ${paragraphs}. It is attached as a PDF.`
  const replyLine = businessEmail
    ? 'Questions about this statement? Reply to this email.'
    : `Questions about this statement? Please contact ${endSentence(businessName)}`
  const ownParagraphs = toMultiline(message ?? '')
  return {
    fromName: businessName,
    ...(businessEmail && { replyTo: { name: businessName, address: businessEmail } }),
    subject,
    preview,
    text: joinTextBlocks(
      ownParagraphs || `${formatGreeting(customerName)}\n\n${businessName} ${introduction}`,
      [...keys, ...rows].map(([label, value]) => `${label}: ${value}`).join('\n'),
      replyLine,
      businessName,
    ),
    logo: brand.logo,
    html: renderMail({
      subject,
      preview,
      from: businessName,
      brand,
      body: [
        ...(ownParagraphs
          ? ownParagraphs.split(/\n{2,}/).map((part) => renderParagraph(renderLines(part)))
          : [renderGreeting(customerName), renderParagraph(html`<bdi>${businessName}</bdi> ${introduction}`)]),
        ...keys.map((key) => renderKeyFigure(...key)),
        renderDetails(rows),
        renderParagraph(replyLine),
      ],
      footer: html`Sent with Billfold on behalf of <bdi>${businessName}</bdi>.`,
    }),
  }
}
