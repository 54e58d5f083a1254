import { invoiceType } from '#server/domain/documents/document-type.ts'
import type { DocumentEmailContent, Fact } from '#server/domain/documents/emails/document-mail.ts'
import { type DocumentMailing, queueDocumentEmail } from '#server/domain/documents/emails/queue.ts'
import type { DocumentEmail } from '#server/domain/documents/emails/store.ts'
import type { Origin } from '#server/domain/documents/lifecycle/create.ts'
import { readNoticeText } from '#server/domain/payments/automatic/announce.ts'
import { createScheduledSender } from '#server/domain/scheduled-sends/run.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { toSingleLineFields } from '#server/platform/text/plain-text.ts'
import type { InvoiceInput } from '#shared/contract/invoices.ts'
import type { Texts } from '#shared/customer-texts.ts'
import type { Day } from '#shared/dates.ts'
import { alreadyPaid, mayEmail } from '#shared/invoice-rules.ts'
import { formatFigureIn } from '#shared/language-format.ts'
import { createInvoice, issueInvoice } from './create.ts'
import { type AskedInvoice, getAskedInvoice, getInvoice, type Invoice } from './read.ts'

/** `amountDue`: the balance due, or with a payment schedule what of it is due now. */
type Fields = { invoiceNumber: string; total: string; amountDue: string; dueDate: string; isSettled?: boolean }
/** While a payment is in time. */
type Offer = { percent: string; day: string; amount: string }

export const buildInvoiceEmailContent = (
  { isSettled = false, ...fields }: Fields,
  { t }: Texts,
  offer: Offer | null = null,
): DocumentEmailContent => {
  const { invoiceNumber, total, amountDue, dueDate } = toSingleLineFields(fields)
  const facts: [Fact, ...Fact[]] = [
    [t('Amount due'), amountDue],
    [t('Due date'), dueDate],
    [t('Invoice'), invoiceNumber],
  ]
  if (total !== amountDue) facts.push([t('Invoice total'), total])
  if (offer) facts.push([t('{percent} discount if paid by {day}', { percent: offer.percent, day: offer.day }), offer.amount])
  return isSettled
    ? { number: invoiceNumber, facts, preview: t('Nothing is due'), button: t('View invoice') }
    : {
        ...{ number: invoiceNumber, facts, button: t('View and pay invoice') },
        preview: t('{amount} due {date}', { amount: amountDue, date: dueDate }),
      }
}

export const invoiceMailing: DocumentMailing<AskedInvoice> = {
  type: invoiceType,
  get: getAskedInvoice,
  issue: issueInvoice,
  mayEmail,
  buildContent: (invoice, texts) => {
    const { invoiceNumber, status, currency, total, dueNow, dueDate, offer } = invoice
    return buildInvoiceEmailContent(
      {
        invoiceNumber,
        total: texts.money(total, currency),
        amountDue: texts.money(dueNow, currency),
        dueDate: texts.day(dueDate),
        isSettled: status === 'paid',
      },
      texts,
      offer && {
        percent: formatFigureIn(texts.locale, `${offer.percent}%`),
        day: texts.day(offer.day),
        amount: texts.money(offer.amount, currency),
      },
    )
  },
  readNotice: readNoticeText,
}

/** With the default texts. @throws AppError 409 when there is no address */
export const queueInvoiceEmail = (
  db: UserDb,
  invoice: Invoice,
  options: { isHeld?: boolean | undefined; isScheduled?: boolean } = {},
): Promise<DocumentEmail> =>
  // The job reads what is due when it sends the email.
  queueDocumentEmail(invoiceMailing, db, { ...invoice, dueNow: invoice.balanceDue, offer: null }, {}, options)

/** A sent one is issued and emailed. @throws AppError as `createDraft` does; 409 when a sent one has no address */
export const createScheduledInvoice = async (db: UserDb, input: InvoiceInput, today: Day, origin: Origin<'recurring'>): Promise<number> => {
  const id = await createInvoice(db, input, today, origin)
  if (input.status === 'sent') await queueInvoiceEmail(db, await getInvoice(db, id, today), { isScheduled: true })
  return id
}

/** Emailed where its customer has an address. @throws AppError as `createDraft` does; 429 when the account can send no more emails now */
export const createLateFeeInvoice = async (db: UserDb, input: InvoiceInput, today: Day, origin: Origin<'overdue'>): Promise<Invoice> => {
  const invoice = await getInvoice(db, await createInvoice(db, input, today, origin), today)
  if (invoice.customer.email) await queueInvoiceEmail(db, invoice, { isScheduled: origin.by !== null })
  return invoice
}

export const sendScheduledInvoice = createScheduledSender(invoiceMailing, (invoice) => mayEmail(invoice) === alreadyPaid)
