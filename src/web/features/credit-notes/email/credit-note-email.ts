import type { ListedCreditNoteWire } from '#shared/contract/credit-notes.ts'
import { creditNoteEndpoints } from '#shared/contract/endpoints/credit-notes.ts'
import { mayEmailCreditNote } from '#shared/credit-note-rules.ts'
import { type EmailConfig, noAddress } from '#web/documents/email/send-email.ts'
import { call } from '#web/lib/api/client.ts'

export const creditNoteEmail: EmailConfig<ListedCreditNoteWire> = {
  noun: 'credit note',
  getNumber: ({ creditNoteNumber }) => creditNoteNumber,
  getRefusal: (note) => {
    const may = mayEmailCreditNote(note)
    if (may === true) return undefined
    return may === 'voided' ? { title: 'Email Failed', reason: 'This credit note was voided, so it can’t be sent.' } : noAddress
  },
  getErrorTitle: (reason) => (reason === noAddress.reason ? noAddress.title : 'Email Failed'),
  send: ({ id }, text, request) => call(creditNoteEndpoints.sendEmail, { params: { id }, body: text, ...request }),
  fetchEmail: ({ id }, emailId) => call(creditNoteEndpoints.email, { params: { id, emailId: String(emailId) } }),
  listPath: creditNoteEndpoints.list.path,
  schedule: null,
}
