import { bookClosings, journalEntries, journalLines } from '#server/platform/db/schema/books.ts'
import { creditApplications, creditRefunds, invoiceInstalments, writeOffs } from '#server/platform/db/schema/settlements.ts'
import { exportTable } from './exported-table.ts'
import { ownerReason, parentReason } from './tables.ts'

const entryReason = 'repeated from the entry'

export const exportedEntries = exportTable(
  journalEntries,
  ['id', 'day', 'kind', 'sourceId', 'documentId', 'eventDay', 'reversesId', 'reference', 'name', 'description', 'postedAt'],
  { userId: ownerReason },
  { nameByColumn: { documentId: 'invoiceId' } },
)
export const exportedEntryLines = exportTable(
  journalLines,
  [
    'basis',
    'debitAccount',
    'creditAccount',
    'amount',
    'customerId',
    'taxRateId',
    'taxComponent',
    'taxPercent',
    'currency',
    'currencyAmount',
  ],
  {
    userId: ownerReason,
    entryId: parentReason,
    position: 'lines stand in their order',
    day: entryReason,
    kind: entryReason,
    sourceId: entryReason,
    documentId: entryReason,
  },
)
export const exportedClosings = exportTable(
  bookClosings,
  ['id', 'throughDay', 'closedBy', 'closedAt', 'trialBalance', 'journalHash', 'reopenedAt', 'reopenedBy', 'reason'],
  { userId: ownerReason },
)

export const exportedCreditApplications = exportTable(
  creditApplications,
  ['id', 'sourceId', 'amount', 'currency', 'homeAmount', 'day', 'reversedAt', 'reversalDay', 'createdAt'],
  { userId: ownerReason, documentId: parentReason },
  { nameByColumn: { sourceId: 'fromDocumentId' } },
)

export const exportedCreditRefunds = exportTable(
  creditRefunds,
  [
    ...(['id', 'amount', 'currency', 'homeAmount', 'exchangeRate', 'rateSource', 'day', 'paymentMethod', 'notes'] as const),
    ...(['reversedAt', 'reversalDay', 'createdAt'] as const),
  ],
  { userId: ownerReason, documentId: parentReason },
)

export const exportedInstalments = exportTable(invoiceInstalments, ['position', 'dueDate', 'amount'], {
  userId: ownerReason,
  documentId: parentReason,
})

export const exportedWriteOffs = exportTable(
  writeOffs,
  ['id', 'amount', 'currency', 'homeAmount', 'taxPart', 'day', 'reason', 'reversedAt', 'reversalDay', 'reversedBy', 'createdAt'],
  { userId: ownerReason, documentId: parentReason },
)
