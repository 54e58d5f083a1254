export const journalFormats = ['hledger', 'csv', 'accounting'] as const
export type JournalFormat = (typeof journalFormats)[number]

export const entryKinds = [
  'invoice',
  'opening',
  'payment',
  'refund',
  'fee',
  'expense',
  'manual',
  'write-off',
  'write-off reversal',
  'credit note',
  'credit application',
  'credit application reversal',
  'credit refund',
  'credit refund reversal',
] as const
export type EntryKind = (typeof entryKinds)[number]
export const entryKindLabels: Record<EntryKind, string> = {
  invoice: 'Invoice',
  opening: 'Opening balance',
  payment: 'Payment',
  refund: 'Refund',
  fee: 'Fee',
  expense: 'Expense',
  manual: 'Manual entry',
  'write-off': 'Write-off',
  'write-off reversal': 'Write-off undone',
  'credit note': 'Credit note',
  'credit application': 'Credit applied',
  'credit application reversal': 'Credit applied, undone',
  'credit refund': 'Credit refunded',
  'credit refund reversal': 'Credit refunded, undone',
}
