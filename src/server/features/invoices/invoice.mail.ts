import type { Fact, MailWords } from '#server/papers/paper-mail.ts'
import { oneLineFields } from '#server/platform/mail/text.ts'

/** Finished texts, as they are to be read. */
type Fields = { invoiceNumber: string; total: string; balanceDue: string; dueDate: string }

/** What the mail that brings an invoice says of it. */
export const invoiceWords = (fields: Fields): MailWords => {
  const { invoiceNumber, total, balanceDue, dueDate } = oneLineFields(fields)
  const facts: [Fact, ...Fact[]] = [
    ['Amount due', balanceDue],
    ['Invoice', invoiceNumber],
    ['Due date', dueDate],
  ]
  if (total !== balanceDue) facts.push(['Invoice total', total])
  return { number: invoiceNumber, facts, preview: `${balanceDue} due ${dueDate}`, button: 'View and pay invoice' }
}
