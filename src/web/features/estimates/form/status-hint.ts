import type { EstimateWire } from '#shared/contract/estimates.ts'
import { isDay } from '#shared/dates.ts'
import type { EstimateStatus } from '#shared/estimate-rules.ts'
import type { TypedStatus } from '#web/documents/form/status-field.tsx'
import { getToday } from '#web/lib/format/today.ts'

type Saved = Pick<EstimateWire, 'status' | 'invoice' | 'answer'>
type Typed = Pick<TypedStatus, 'status' | 'endDate'>

const describeAcceptance = ({ status, invoice }: Saved): string | undefined => {
  if (!invoice)
    return status === 'accepted'
      ? 'Not converted yet. Use Convert to Invoice to create the invoice.'
      : 'Creates an invoice from this estimate.'
  if (status === 'accepted') return undefined
  return invoice.isDeleted
    ? `Its invoice ${invoice.invoiceNumber} was deleted. Duplicate the estimate to convert it again.`
    : `Already converted to invoice ${invoice.invoiceNumber}. No other invoice is created.`
}

const describeSending = (previous: EstimateStatus | undefined, isExpired: boolean): string => {
  const unsent = previous === undefined || previous === 'draft' ? 'No email is sent; send it from the list.' : ''
  return [unsent, isExpired ? 'It will show as Expired: its expiry date has passed.' : ''].filter(Boolean).join(' ')
}

const describeExpiring = (previous: EstimateStatus | undefined, isExpired: boolean): string => {
  if (isExpired) return 'Its expiry date has passed.'
  return previous === 'expired' ? 'To offer it again, choose Sent.' : "Marked by you: its expiry date hasn't passed yet."
}

const acceptedAsItIs = 'The customer accepted this version. To change it, also choose Draft or Sent.'

/** Undefined when saving has no side effects. @param saved undefined for a new estimate */
export const describeStatusChange = (saved: Saved | undefined, typed: Typed, today = getToday()): string | undefined => {
  const before: Saved = saved ?? { status: 'draft', invoice: null, answer: null }
  const isExpired = isDay(typed.endDate) && typed.endDate < today
  const changes = typed.status !== before.status
  const sentences = [
    typed.status === 'accepted' && describeAcceptance(before),
    typed.status === 'sent' && describeSending(before.status, isExpired),
    typed.status === 'expired' && describeExpiring(saved?.status, isExpired),
    typed.status === 'draft' && changes && 'Withdraws it: the customer can no longer open it.',
    typed.status === 'rejected' && changes && 'The customer can no longer accept it.',
    changes &&
      typed.status !== 'accepted' &&
      before.invoice &&
      !before.invoice.isDeleted &&
      `Invoice ${before.invoice.invoiceNumber} stays.`,
    changes && before.answer && "The customer's answer no longer counts.",
    !changes && before.status === 'accepted' && before.answer && acceptedAsItIs,
  ]
  return sentences.filter(Boolean).join(' ') || undefined
}
