import type { InvoiceWire } from '#shared/contract/invoices.ts'
import { isDay } from '#shared/dates.ts'
import { draftTotals } from '#shared/draft-totals.ts'
import { type Amount, formatMoney, parseAmount, toAmount } from '#shared/money.ts'
import type { TypedStatus } from '#web/documents/form/status-field.tsx'
import { getTaxRates } from '#web/documents/lines/tax-rates.ts'
import { getToday } from '#web/lib/format/today.ts'

export const recordsPayment = (saved: InvoiceWire, typed: TypedStatus): boolean =>
  typed.status === 'paid' &&
  saved.status !== 'paid' &&
  draftTotals(typed, typed.currency, getTaxRates()).total > parseAmount(saved.amountPaid) + parseAmount(saved.amountWrittenOff)

const describeWrittenOff = (saved: InvoiceWire, typed: TypedStatus, total: Amount): string | undefined => {
  const writtenOff = formatMoney(saved.amountWrittenOff, saved.currency)
  if (saved.status === 'paid' && typed.status !== 'paid') return `Undoes the write-off of ${writtenOff}.`
  if (total !== parseAmount(saved.total)) return `${writtenOff} is written off. Undo the write-off to change the amounts.`
  if (typed.status === 'draft') return `${writtenOff} is written off. Undo the write-off to make it a draft.`
  return recordsPayment(saved, typed) ? `Records a payment of ${formatMoney(saved.balanceDue, saved.currency)}, dated today.` : undefined
}

/** Undefined when saving has no side effects. */
export const describeStatusChange = (saved: InvoiceWire, typed: TypedStatus, today = getToday()): string | undefined => {
  const wasPaid = saved.status === 'paid'
  const isPastDue = isDay(typed.endDate) && typed.endDate < today
  const paid = parseAmount(saved.amountPaid)
  const { currency } = typed
  const total = draftTotals(typed, typed.currency, getTaxRates()).total
  const writtenOff = parseAmount(saved.amountWrittenOff)
  if (writtenOff > 0) return describeWrittenOff(saved, typed, total)
  // A refunded invoice stays paid until its owner requests the money again.
  const isRefunded = wasPaid && saved.balanceDue !== '0.00'
  if (typed.status === 'paid') {
    if (wasPaid)
      return total > (isRefunded ? parseAmount(saved.total) : paid)
        ? `${formatMoney(toAmount(total - paid), currency)} will be due again, and the invoice will no longer be paid.`
        : undefined
    return recordsPayment(saved, typed)
      ? `Records a payment of ${formatMoney(toAmount(total - paid), currency)}, dated today.`
      : 'Nothing is due, so no payment is recorded.'
  }
  if (typed.status === 'draft') {
    if (saved.status === 'draft') return undefined
    // The server refuses it: only a payment through a provider can have been refunded.
    if (isRefunded) return "A refunded invoice can't become a draft again. Duplicate it, or choose Sent to ask for payment again."
    return `${paid > 0 ? 'Undoes manually recorded payments. ' : ''}The customer can no longer see it.`
  }
  if (isRefunded)
    return `Requests ${formatMoney(toAmount(Math.max(total - paid, 0)), currency)} again.${isPastDue ? ' It will show as Overdue: its due date has passed.' : ''}`
  if (total === 0)
    return `${saved.status === 'draft' ? 'No email is sent; send it from the list. ' : ''}Nothing is due, so it will show as Paid.`
  const undoesPayments = wasPaid && paid > 0 ? 'Undoes manually recorded payments. ' : ''
  if (typed.status === 'overdue')
    return `${undoesPayments}${isPastDue ? 'Its due date has passed.' : "Marked by you: its due date hasn't passed yet."}`
  if (saved.status === 'draft')
    return `No email is sent; send it from the list.${isPastDue ? ' It will show as Overdue: its due date has passed.' : ''}`
  return `${undoesPayments}${isPastDue ? 'It will show as Overdue: its due date has passed.' : ''}`.trim() || undefined
}
