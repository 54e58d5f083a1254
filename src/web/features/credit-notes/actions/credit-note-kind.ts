import { Ban, Undo2 } from 'lucide-react'
import type { ListedCreditNoteWire } from '#shared/contract/credit-notes.ts'
import { creditNoteEndpoints } from '#shared/contract/endpoints/credit-notes.ts'
import { creditNoteStatusLabels, mayEmailCreditNote, mayRefundCredit } from '#shared/credit-note-rules.ts'
import { addUp, parseAmount, toDecimal } from '#shared/money.ts'
import { noAddress } from '#web/documents/email/refusals.ts'
import { commonActions } from '#web/documents/list/actions.ts'
import { defineDocument, viewPdf } from '#web/documents/list/document-kind.ts'
import { invoiceChanges } from '#web/documents/payments/refresh-invoices.ts'

/** A row from before an update may have no such field. */
export const isRefundable = (note: ListedCreditNoteWire): note is ListedCreditNoteWire & { creditLeft: string } =>
  mayRefundCredit(note) === true
const isIssued = ({ status }: ListedCreditNoteWire) => status === 'issued'

export const creditNotes = defineDocument<ListedCreditNoteWire>()('credit-note', creditNoteEndpoints, {
  changes: invoiceChanges,
  all: 'All Statuses',
  statuses: creditNoteStatusLabels,
  summarize: (rows) => ({
    total: toDecimal(addUp(rows.filter(isIssued).map(({ homeTotal }) => parseAmount(homeTotal ?? '0')))),
    withoutRate: 0,
  }),
  searchIn: ({ customer, invoice }) => [customer.name, invoice?.invoiceNumber ?? ''],
  email: {
    may: (note) => {
      const may = mayEmailCreditNote(note)
      return may === true || (may === 'voided' ? 'This credit note was voided, so it can’t be sent.' : noAddress)
    },
    toBody: () => ({}),
  },
  actions: [
    viewPdf(creditNoteEndpoints),
    commonActions.download,
    { ...commonActions.email, isAvailable: isIssued },
    commonActions.link,
    commonActions.history,
    { name: 'refund', label: 'Refund…', icon: Undo2, isAvailable: isRefundable },
    { name: 'void', label: 'Void…', icon: Ban, keys: ['Delete', 'Backspace'], isDanger: true, isAvailable: isIssued },
  ],
})
