import { type CreditNote, getCreditNote } from '#server/domain/credit-notes/credit-notes.ts'
import { creditNoteType } from '#server/domain/documents/document-type.ts'
import type { DocumentEmailContent } from '#server/domain/documents/emails/document-mail.ts'
import { type DocumentMailing, noAddressMessage } from '#server/domain/documents/emails/queue.ts'
import { toSingleLineFields } from '#server/platform/text/plain-text.ts'
import { mayEmailCreditNote } from '#shared/credit-note-rules.ts'
import { formatMoney } from '#shared/money.ts'

const buildContent = (fields: { creditNoteNumber: string; total: string; invoiceNumber: string | null }): DocumentEmailContent => {
  const { creditNoteNumber, total, invoiceNumber } = toSingleLineFields(fields)
  return {
    number: creditNoteNumber,
    facts: [['Credit', total], ['Credit note', creditNoteNumber], ...(invoiceNumber ? [['For invoice', invoiceNumber] as const] : [])],
    preview: invoiceNumber ? `${total} for invoice ${invoiceNumber}` : `${total} of credit`,
    button: 'View credit note',
  }
}

const refusals = { voided: 'This credit note was voided, so it can’t be sent.', 'no email address': noAddressMessage }

export const creditNoteMailing: DocumentMailing<CreditNote> = {
  type: creditNoteType,
  get: getCreditNote,
  mayEmail: (note) => {
    const may = mayEmailCreditNote(note)
    return may === true || refusals[may]
  },
  isSettled: ({ status }) => status === 'voided',
  whyTooLate: ({ status }) => (status === 'voided' ? 'was voided' : null),
  buildContent: ({ creditNoteNumber, currency, total, invoice }) =>
    buildContent({ creditNoteNumber, total: formatMoney(total, currency), invoiceNumber: invoice?.invoiceNumber ?? null }),
}
