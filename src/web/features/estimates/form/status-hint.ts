import type { EstimateWire } from '#shared/contract/estimates.ts'
import { isDay } from '#shared/dates.ts'
import type { EstimateStatus } from '#shared/estimate-rules.ts'
import type { TypedStatus } from '#web/documents/form/status-field.tsx'
import { getToday } from '#web/lib/format/today.ts'

type Saved = Pick<EstimateWire, 'status' | 'invoice' | 'answer'>
type Typed = Pick<TypedStatus, 'status' | 'endDate'>

const onAcceptance = ({ status, invoice }: Saved): string | undefined => {
  if (!invoice) return status === 'accepted' ? 'Not converted yet: Convert to Invoice does that.' : 'Makes an invoice of it.'
  if (status === 'accepted') return undefined
  return invoice.isDeleted
    ? `It became invoice ${invoice.invoiceNumber}, which was deleted: duplicate the estimate to convert it again.`
    : `It is invoice ${invoice.invoiceNumber} already: no other one is made.`
}

const onSending = (was: EstimateStatus | undefined, isOver: boolean): string => {
  const unsent = was === undefined || was === 'draft' ? 'No e-mail goes out; send it from the list.' : ''
  return [unsent, isOver ? 'It will show as Expired: its expiry date is over.' : ''].filter(Boolean).join(' ')
}

const onExpiry = (was: EstimateStatus | undefined, isOver: boolean): string => {
  if (isOver) return 'Its expiry date is over.'
  return was === 'expired' ? 'To offer it again, choose Sent.' : 'Marked by you: its expiry date is not over yet.'
}

const acceptedAsItIs = 'The customer accepted it as it is: to change what it says, choose Draft or Sent as well.'

/**
 * The side effects of saving with this status; undefined when there are none.
 * @param saved the estimate being edited; undefined for a new one
 */
export const describeStatusChange = (saved: Saved | undefined, typed: Typed, today = getToday()): string | undefined => {
  const before: Saved = saved ?? { status: 'draft', invoice: null, answer: null }
  const isOver = isDay(typed.endDate) && typed.endDate < today
  const changes = typed.status !== before.status
  const words = [
    typed.status === 'accepted' && onAcceptance(before),
    typed.status === 'sent' && onSending(before.status, isOver),
    typed.status === 'expired' && onExpiry(saved?.status, isOver),
    typed.status === 'draft' && changes && 'Withdraws it: the customer can no longer read it.',
    typed.status === 'rejected' && changes && 'The customer can no longer accept it.',
    changes &&
      typed.status !== 'accepted' &&
      before.invoice &&
      !before.invoice.isDeleted &&
      `Invoice ${before.invoice.invoiceNumber} stays.`,
    changes && before.answer && "The customer's answer no longer counts.",
    !changes && before.status === 'accepted' && before.answer && acceptedAsItIs,
  ]
  return words.filter(Boolean).join(' ') || undefined
}
