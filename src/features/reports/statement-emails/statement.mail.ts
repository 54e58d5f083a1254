import { formatPeriod } from '#features/reports/builders/periods.ts'
import { formatBalance, formatOverdue, type StatementDetails } from '#features/reports/builders/statement-details.ts'
import { buildClosing, type Fact } from '#server/domain/documents/emails/document-mail.ts'
import {
  formatGreeting,
  joinTextBlocks,
  renderDetails,
  renderGreeting,
  renderKeyFigure,
  renderParagraph,
  renderSender,
  translate,
} from '#server/platform/mail/blocks.ts'
import type { MailBrand } from '#server/platform/mail/brand.ts'
import { html, type Inline, renderLines } from '#server/platform/mail/html.ts'
import { renderMail } from '#server/platform/mail/layout.ts'
import type { MailContent } from '#server/platform/mail/mail.ts'
import { toMultiline, toSingleLine, toSingleLineFields } from '#server/platform/text/plain-text.ts'
import { textsIn } from '#shared/customer-texts.ts'
import type { DocumentLocale } from '#shared/document-languages.ts'
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
  language?: DocumentLocale
}

export const formatSubject = ({ businessName, range }: { businessName: string; range: Range }, language: DocumentLocale = 'en'): string => {
  const texts = textsIn(language)
  return toSingleLine(
    texts.t('Statement from {business}: {period}', { business: toSingleLine(businessName), period: formatPeriod(range, texts) }),
  )
}

/** It contains no link. */
export const buildStatementMail = ({ range, parts, message, brand, language = 'en', ...fields }: StatementMail): MailContent => {
  const texts = textsIn(language)
  const { t } = texts
  const { businessName, businessEmail, customerName, subject } = toSingleLineFields(fields)
  const period = formatPeriod(range, texts)
  const toFacts = (said: ReturnType<typeof formatOverdue>[]) =>
    said.flatMap((each): Fact[] => (each === null ? [] : [[each.label, each.value]]))
  const keys = toFacts(parts.balances.map((balance) => formatBalance(balance, texts)))
  const rows: Fact[] = [...toFacts(parts.balances.map((balance) => formatOverdue(balance, texts))), [t('Statement for'), period]]
  const preview = keys.map(([label, value]) => `${label}: ${value}`).join(', ')
  const introduce = (business: Inline) =>
    translate(texts, '{business} has sent you a statement of your account, {period}. It is attached as a PDF.', { business, period })
  const closing = buildClosing('Questions about this statement?', { businessName, businessEmail }, texts)
  const ownParagraphs = toMultiline(message ?? '')
  return {
    fromName: businessName,
    ...(businessEmail && { replyTo: { name: businessName, address: businessEmail } }),
    subject,
    preview,
    text: joinTextBlocks(
      ownParagraphs || `${formatGreeting(customerName, texts)}\n\n${introduce(businessName).join('')}`,
      [...keys, ...rows].map(([label, value]) => `${label}: ${value}`).join('\n'),
      closing,
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
          : [renderGreeting(customerName, texts), renderParagraph(html`${introduce(html`<bdi>${businessName}</bdi>`)}`)]),
        ...keys.map((key) => renderKeyFigure(...key)),
        renderDetails(rows, language),
        renderParagraph(closing),
      ],
      footer: renderSender(businessName, texts),
      language,
    }),
  }
}
