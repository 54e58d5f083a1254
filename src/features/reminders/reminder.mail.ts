import type { Fact } from '#server/domain/documents/emails/document-mail.ts'
import {
  formatWebLink,
  joinTextBlocks,
  renderButton,
  renderDetails,
  renderKeyFigure,
  renderParagraph,
} from '#server/platform/mail/blocks.ts'
import type { MailBrand } from '#server/platform/mail/brand.ts'
import { html, renderLines } from '#server/platform/mail/html.ts'
import { renderMail } from '#server/platform/mail/layout.ts'
import type { MailContent } from '#server/platform/mail/mail.ts'
import { endSentence, toMultiline, toSingleLine, toSingleLineFields } from '#server/platform/text/plain-text.ts'
import type { Currency } from '#shared/currencies.ts'
import { type Day, formatDay } from '#shared/dates.ts'
import { type Amount, addUp, formatMoney } from '#shared/money.ts'
import { fillPlaceholders } from '#shared/placeholders.ts'
import { countDays, getDefaultReminderWords, type ReminderPlaceholder } from '#shared/reminders.ts'

export type RemindedInvoice = { number: string; balance: Amount; currency: Currency; dueDate: Day; url: string }

type ReminderMail = {
  businessName: string
  brand: MailBrand
  businessEmail: string | null
  customerName: string
  /** With placeholders; '' or null for the default words. */
  subject: string
  message: string | null
  invoices: readonly [RemindedInvoice, ...RemindedInvoice[]]
  today: Day
  replyUrl: string
}

const maxListed = 20

const countDaysBetween = (from: Day, to: Day): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** One for each currency. */
const formatTotals = (invoices: readonly RemindedInvoice[]): string[] =>
  [...Map.groupBy(invoices, ({ currency }) => currency)].map(([currency, of]) =>
    formatMoney(addUp(of.map(({ balance }) => balance)), currency),
  )

const joinNumbers = (numbers: readonly string[]): string => {
  const rest = numbers.length - maxListed
  const named = rest > 0 ? [...numbers.slice(0, maxListed), `${rest} more`] : numbers
  return new Intl.ListFormat('en-US', { type: 'conjunction' }).format(named).replace(/, and /, ' and ')
}

export const buildReminderMail = ({ invoices, today, brand, subject, message, replyUrl, ...names }: ReminderMail): MailContent => {
  const { businessName, businessEmail, customerName } = toSingleLineFields(names)
  const [first] = invoices
  const isOne = invoices.length === 1
  const daysOverdue = countDaysBetween(first.dueDate, today)
  const totals = formatTotals(invoices)
  const values: Record<ReminderPlaceholder, string> = {
    'invoice number': joinNumbers(invoices.map(({ number }) => toSingleLine(number))),
    'amount due': totals.join(' and '),
    'due date': formatDay(first.dueDate),
    'days overdue': countDays(Math.max(0, daysOverdue)),
    'customer name': customerName,
    'business name': businessName,
  }
  const fill = (text: string) => fillPlaceholders(text, (name) => values[name as ReminderPlaceholder])
  const defaults = getDefaultReminderWords(daysOverdue, invoices.length)
  const filledSubject = toSingleLine(fill(subject || defaults.subject))
  const filledMessage = toMultiline(fill(message || defaults.message))
  const overdue = daysOverdue > 0 ? `${countDays(daysOverdue)} overdue` : null
  const due = overdue ?? `due ${formatDay(first.dueDate)}`
  const preview = `${totals.join(' and ')} ${isOne ? due : `for ${invoices.length} invoices`}`
  const facts: Fact[] = isOne
    ? [
        ['Due date', formatDay(first.dueDate)],
        ...(overdue ? [['Overdue', countDays(daysOverdue)] as const] : []),
        ['Invoice', toSingleLine(first.number)],
      ]
    : []
  const rows = isOne
    ? []
    : invoices
        .slice(0, maxListed)
        .map((each) => ({ ...each, value: `${formatMoney(each.balance, each.currency)}, due ${formatDay(each.dueDate)}` }))
  const further = invoices.length > rows.length && !isOne ? `And ${countInvoices(invoices.length - rows.length)} more.` : null
  const button = isOne ? 'View and pay invoice' : `View and pay ${toSingleLine(first.number)}`
  const question = businessEmail ? 'Questions? Reply to this email.' : `Questions? Please contact ${endSentence(businessName)}`
  return {
    fromName: businessName,
    ...(businessEmail && { replyTo: { name: businessName, address: businessEmail } }),
    subject: filledSubject,
    preview,
    text: joinTextBlocks(
      filledMessage,
      [...totals.map((total) => `Amount due: ${total}`), ...facts.map(([label, value]) => `${label}: ${value}`)].join('\n'),
      rows.map(({ number, value, url }) => `${toSingleLine(number)}: ${value}\n${formatWebLink(url)}`).join('\n'),
      further,
      isOne && `${button}:\n${formatWebLink(first.url)}`,
      `Already paid, or is something wrong? Tell us, or stop these reminders:\n${formatWebLink(replyUrl)}`,
      question,
      businessName,
    ),
    logo: brand.logo,
    html: renderMail({
      subject: filledSubject,
      preview,
      from: businessName,
      brand,
      body: [
        ...filledMessage.split(/\n{2,}/).map((part) => renderParagraph(renderLines(part))),
        ...totals.map((total) => renderKeyFigure('Amount due', total)),
        renderDetails([
          ...facts,
          ...rows.map(
            ({ number, value, url }) =>
              [html`<a href="${formatWebLink(url)}" style="color:inherit">${toSingleLine(number)}</a>`, value] as const,
          ),
        ]),
        ...(further ? [renderParagraph(further)] : []),
        renderButton(brand, button, first.url),
        renderParagraph(
          html`Already paid, or is something wrong? <a class="text" href="${formatWebLink(replyUrl)}" style="color:inherit">Tell us here</a>.`,
        ),
        renderParagraph(question),
      ],
      footer: html`Sent with Billfold on behalf of <bdi>${businessName}</bdi>.<br><a class="muted" href="${formatWebLink(replyUrl)}" style="color:inherit">Stop these reminders</a>`,
    }),
  }
}

const countInvoices = (n: number): string => `${n} ${n === 1 ? 'invoice' : 'invoices'}`
