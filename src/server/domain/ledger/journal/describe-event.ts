import type { JournalEvent } from './entry.ts'

export const eventLabels: Record<JournalEvent['kind'], string> = {
  invoice: 'Invoice',
  payment: 'Payment',
  refund: 'Refund',
  expense: 'Expense',
}

const idPrefixes: Record<JournalEvent['kind'], string> = { invoice: 'I', payment: 'P', refund: 'R', expense: 'E' }
/** 'I12' or 'P7': the id of an entry, the same in every export. */
export const formatEntryId = ({ kind, ref }: JournalEvent): string => `${idPrefixes[kind]}${ref}`

/** The customer or the vendor; '' for an expense without a vendor. */
export const getParty = (event: JournalEvent): string =>
  event.kind === 'expense' ? (event.expense.vendor ?? '') : event.invoice.customerName

/** 'Refund of INV-7', or the description of an expense. */
export const describeEvent = (event: JournalEvent): string => {
  if (event.kind === 'expense') return event.expense.description
  return `${eventLabels[event.kind]}${event.kind === 'invoice' ? '' : ' of'} ${event.invoice.number}`
}
