import type { JournalEvent } from './entry.ts'

export const eventLabels: Record<JournalEvent['kind'], string> = {
  invoice: 'Invoice',
  payment: 'Payment',
  refund: 'Refund',
  expense: 'Expense',
}

const letters: Record<JournalEvent['kind'], string> = { invoice: 'I', payment: 'P', refund: 'R', expense: 'E' }
/** 'I12', 'P7': names an entry the same in every export, whatever else is in it. */
export const formatEntryId = ({ kind, ref }: JournalEvent): string => `${letters[kind]}${ref}`

/** Customer or vendor; '' for an expense without one. */
export const getParty = (event: JournalEvent): string =>
  event.kind === 'expense' ? (event.expense.vendor ?? '') : event.invoice.customerName

/** 'Refund of INV-7', or what the money was spent on. */
export const describeEvent = (event: JournalEvent): string => {
  if (event.kind === 'expense') return event.expense.description
  return `${eventLabels[event.kind]}${event.kind === 'invoice' ? '' : ' of'} ${event.invoice.number}`
}
