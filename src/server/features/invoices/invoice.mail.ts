import type { DocumentEmailContent, Fact } from '#server/papers/paper-mail.ts'
import { toSingleLineFields } from '#server/platform/mail/text.ts'

/** Finished texts, as they are to be read. */
type Fields = { invoiceNumber: string; total: string; balanceDue: string; dueDate: string }

/** What the mail that brings an invoice says of it. */
export const buildInvoiceEmailContent = (fields: Fields): DocumentEmailContent => {
  const { invoiceNumber, total, balanceDue, dueDate } = toSingleLineFields(fields)
  const facts: [Fact, ...Fact[]] = [
    ['Amount due', balanceDue],
    ['Invoice', invoiceNumber],
    ['Due date', dueDate],
  ]
  if (total !== balanceDue) facts.push(['Invoice total', total])
  return { number: invoiceNumber, facts, preview: `${balanceDue} due ${dueDate}`, button: 'View and pay invoice' }
}
