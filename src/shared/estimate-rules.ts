import type { Day } from './dates.ts'

export const estimateStatuses = ['draft', 'sent', 'accepted', 'rejected', 'expired'] as const
export type EstimateStatus = (typeof estimateStatuses)[number]

/** A status as it is read. */
export const estimateStatusLabels: Record<EstimateStatus, string> = {
  draft: 'Draft',
  sent: 'Sent',
  accepted: 'Accepted',
  rejected: 'Rejected',
  expired: 'Expired',
}

/** A sent estimate whose expiry date is over has expired, seen from `today`: nobody has to set it. On the date itself it still stands. */
export const getEstimateStatus = (stored: EstimateStatus, expiryDate: Day, today: Day): EstimateStatus =>
  stored === 'sent' && expiryDate < today ? 'expired' : stored

// Rules are asked twice: by the server before it acts and by the screen before it offers. `true`, or why not, as a person may read it.
// One may be set to expired before its expiry date: so no sentence names that date.

type Standing = { status: EstimateStatus }

/** May the estimate become an invoice, when it hasn't yet? */
export const mayConvert = ({ status }: Standing): true | string =>
  status === 'rejected'
    ? 'This estimate was rejected. Set its status to Accepted to convert it.'
    : status === 'expired'
      ? 'This estimate has expired. Set its status to Accepted to convert it.'
      : true

/** Does the list offer to convert it? Drafts that are no invoice yet; and accepted ones whose conversion had to wait, e.g. for a plan. */
export const canOfferConversion = ({ status, invoice }: { status: EstimateStatus; invoice: object | null }): boolean =>
  invoice === null && (status === 'draft' || status === 'accepted')

/** May the estimate go out by e-mail? */
export const mayEmailEstimate = ({ status, customer }: Standing & { customer: { email: string | null } }): true | string =>
  status === 'accepted'
    ? 'This estimate has already been accepted.'
    : status === 'rejected'
      ? 'This estimate was rejected. Set its status to Sent to send it again.'
      : status === 'expired'
        ? 'This estimate has expired. Set its status to Sent, with an expiry date that lies ahead, to send it again.'
        : customer.email
          ? true
          : "Customer doesn't have an email address on file."

/** May the customer answer it now? */
export const mayAnswer = ({ status }: Standing): true | string =>
  status === 'sent'
    ? true
    : status === 'expired'
      ? 'This estimate has expired.'
      : status === 'accepted'
        ? 'This estimate has already been accepted.'
        : status === 'rejected'
          ? 'This estimate has already been declined.'
          : 'This estimate has been withdrawn.'

/** Why an answer to another version than the present one isn't taken. */
export const changedSinceOpened = 'This estimate was changed since you opened it. Look at the present version before you answer.'
