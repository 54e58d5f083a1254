import { Ban, Undo2 } from 'lucide-react'
import type { ListedCreditNoteWire } from '#shared/contract/credit-notes.ts'
import { creditNoteEndpoints } from '#shared/contract/endpoints/credit-notes.ts'
import { creditNoteStatusLabels, mayRefundCredit } from '#shared/credit-note-rules.ts'
import { addUp, parseAmount, toDecimal } from '#shared/money.ts'
import { commonActions, pickCommon } from '#web/documents/list/actions.ts'
import { defineDocument } from '#web/documents/list/document-kind.ts'
import { invoiceChanges } from '#web/documents/payments/refresh-invoices.ts'

/** A row from before an update may have no such field. */
export const isRefundable = (note: ListedCreditNoteWire): note is ListedCreditNoteWire & { creditLeft: string } =>
  mayRefundCredit(note) === true
const isIssued = ({ status }: ListedCreditNoteWire) => status === 'issued'

export const creditNotes = defineDocument<ListedCreditNoteWire>()('credit-note', creditNoteEndpoints, {
  alsoChanges: invoiceChanges,
  statuses: creditNoteStatusLabels,
  summarize: (rows) => ({
    total: toDecimal(addUp(rows.filter(isIssued).map(({ homeTotal }) => parseAmount(homeTotal ?? '0')))),
    withoutRate: 0,
  }),
  alsoSearchIn: ({ invoice }) => [invoice?.invoiceNumber ?? ''],
  actions: [
    ...pickCommon('view', 'download'),
    { ...commonActions.email, isAvailable: isIssued },
    ...pickCommon('link', 'history'),
    { name: 'refund', label: 'Refund…', icon: Undo2, isAvailable: isRefundable },
    { name: 'void', label: 'Void…', icon: Ban, keys: ['Delete', 'Backspace'], isDanger: true, isAvailable: isIssued },
  ],
})
