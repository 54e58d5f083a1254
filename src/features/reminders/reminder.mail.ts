import { buildClosing, type Fact } from '#server/domain/documents/emails/document-mail.ts'
import {
  formatWebLink,
  joinTextBlocks,
  renderButton,
  renderDetails,
  renderKeyFigure,
  renderParagraph,
  renderSender,
} from '#server/platform/mail/blocks.ts'
import type { MailBrand } from '#server/platform/mail/brand.ts'
import { html, renderLines } from '#server/platform/mail/html.ts'
import { renderMail } from '#server/platform/mail/layout.ts'
import type { MailContent } from '#server/platform/mail/mail.ts'
import { toMultiline, toSingleLine, toSingleLineFields } from '#server/platform/text/plain-text.ts'
import type { Currency } from '#shared/currencies.ts'
import { type Texts, textsIn } from '#shared/customer-texts.ts'
import type { Day } from '#shared/dates.ts'
import type { DocumentLocale } from '#shared/document-languages.ts'
import { type Amount, addUp } from '#shared/money.ts'
import { fillPlaceholders } from '#shared/placeholders.ts'
import { getDefaultReminderWords, type ReminderPlaceholder, type ReminderWords } from '#shared/reminders.ts'

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
  language?: DocumentLocale
}

const maxListed = 20

const countDaysBetween = (from: Day, to: Day): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** One for each currency. */
const formatTotals = (invoices: readonly Omit<RemindedInvoice, 'url'>[], { money }: Texts): string[] =>
  [...Map.groupBy(invoices, ({ currency }) => currency)].map(([currency, of]) => money(addUp(of.map(({ balance }) => balance)), currency))

const joinNumbers = (numbers: readonly string[], { t, list }: Texts): string => {
  const rest = numbers.length - maxListed
  return list(rest > 0 ? [...numbers.slice(0, maxListed), t('{count} more', { count: String(rest) })] : numbers)
}

type Written = Pick<ReminderMail, 'businessName' | 'customerName' | 'subject' | 'message' | 'today'> & {
  invoices: readonly [Omit<RemindedInvoice, 'url'>, ...Omit<RemindedInvoice, 'url'>[]]
}

/** The subject and what the owner says, filled in. */
export const writeReminder = ({ invoices, today, subject, message, customerName, businessName }: Written, texts: Texts): ReminderWords => {
  const [first] = invoices
  const daysOverdue = countDaysBetween(first.dueDate, today)
  const values: Record<ReminderPlaceholder, string> = {
    'invoice number': joinNumbers(
      invoices.map(({ number }) => toSingleLine(number)),
      texts,
    ),
    'amount due': texts.list(formatTotals(invoices, texts)),
    'due date': texts.day(first.dueDate),
    'days overdue': texts.days(Math.max(0, daysOverdue)),
    'customer name': toSingleLine(customerName),
    'business name': toSingleLine(businessName),
  }
  const fill = (text: string) => fillPlaceholders(text, (name) => values[name as ReminderPlaceholder])
  const defaults = getDefaultReminderWords(daysOverdue, invoices.length, texts.find)
  return { subject: toSingleLine(fill(subject || defaults.subject)), message: toMultiline(fill(message || defaults.message)) }
}

export const buildReminderMail = ({
  invoices,
  today,
  brand,
  subject,
  message,
  replyUrl,
  language = 'en',
  ...names
}: ReminderMail): MailContent => {
  const texts = textsIn(language)
  const { t, day } = texts
  const { businessName, businessEmail, customerName } = toSingleLineFields(names)
  const [first] = invoices
  const isOne = invoices.length === 1
  const daysOverdue = countDaysBetween(first.dueDate, today)
  const totals = formatTotals(invoices, texts)
  const total = texts.list(totals)
  const written = writeReminder({ invoices, today, subject, message, customerName, businessName }, texts)
  const overdue = daysOverdue > 0 ? texts.days(daysOverdue) : null
  const due = overdue
    ? t('{amount} {days} overdue', { amount: total, days: overdue })
    : t('{amount} due {date}', { amount: total, date: day(first.dueDate) })
  const preview = isOne ? due : t('{amount} for {count} invoices', { amount: total, count: String(invoices.length) })
  const facts: Fact[] = isOne
    ? [
        [t('Due date'), day(first.dueDate)],
        ...(overdue ? [[t('Overdue'), overdue] as const] : []),
        [t('Invoice'), toSingleLine(first.number)],
      ]
    : []
  const rows = isOne
    ? []
    : invoices.slice(0, maxListed).map((each) => ({
        ...each,
        value: t('{amount}, due {date}', { amount: texts.money(each.balance, each.currency), date: day(each.dueDate) }),
      }))
  const further = invoices.length > rows.length && !isOne ? t('And {count} more.', { count: String(invoices.length - rows.length) }) : null
  const button = isOne ? t('View and pay invoice') : t('View and pay {number}', { number: toSingleLine(first.number) })
  const closing = buildClosing('Questions?', { businessName, businessEmail }, texts)
  const isWrong = t('Already paid, or is something wrong?')
  return {
    fromName: businessName,
    ...(businessEmail && { replyTo: { name: businessName, address: businessEmail } }),
    subject: written.subject,
    preview,
    text: joinTextBlocks(
      written.message,
      [...totals.map((each) => `${t('Amount due')}: ${each}`), ...facts.map(([label, value]) => `${label}: ${value}`)].join('\n'),
      rows.map(({ number, value, url }) => `${toSingleLine(number)}: ${value}\n${formatWebLink(url)}`).join('\n'),
      further,
      isOne && `${button}:\n${formatWebLink(first.url)}`,
      `${isWrong} ${t('Tell us, or stop these reminders:')}\n${formatWebLink(replyUrl)}`,
      closing,
      businessName,
    ),
    logo: brand.logo,
    html: renderMail({
      subject: written.subject,
      preview,
      from: businessName,
      brand,
      body: [
        ...written.message.split(/\n{2,}/).map((part) => renderParagraph(renderLines(part))),
        ...totals.map((each) => renderKeyFigure(t('Amount due'), each)),
        renderDetails(
          [
            ...facts,
            ...rows.map(
              ({ number, value, url }) =>
                [html`<a href="${formatWebLink(url)}" style="color:inherit">${toSingleLine(number)}</a>`, value] as const,
            ),
          ],
          language,
        ),
        ...(further ? [renderParagraph(further)] : []),
        renderButton(brand, button, first.url, texts),
        renderParagraph(html`${isWrong} <a class="text" href="${formatWebLink(replyUrl)}" style="color:inherit">${t('Tell us here')}</a>`),
        renderParagraph(closing),
      ],
      footer: html`${renderSender(businessName, texts)}<br><a class="muted" href="${formatWebLink(replyUrl)}" style="color:inherit">${t('Stop these reminders')}</a>`,
      language,
    }),
  }
}
