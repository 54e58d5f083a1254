import type { Day } from './dates.ts'
import { hasLapsed } from './document-status.ts'

export const estimateStatuses = ['draft', 'sent', 'accepted', 'rejected', 'expired'] as const
export type EstimateStatus = (typeof estimateStatuses)[number]

/** Status labels for display. */
export const estimateStatusLabels: Record<EstimateStatus, string> = {
  draft: 'Draft',
  sent: 'Sent',
  accepted: 'Accepted',
  rejected: 'Rejected',
  expired: 'Expired',
}

/** The displayed status as of `today`, see `hasLapsed`. */
export const getEstimateStatus = (stored: EstimateStatus, expiryDate: Day, today: Day): EstimateStatus =>
  hasLapsed(stored, expiryDate, today) ? 'expired' : stored

// The server checks these rules before it acts, the client before it offers an action. They return `true` or a message for the user.
// The owner can set an estimate to expired before its expiry date, so no message names the date.

type WithStatus = { status: EstimateStatus }

/** Whether an estimate without an invoice may be converted. @returns true, or the reason for the user */
export const mayConvert = ({ status }: WithStatus): true | string =>
  status === 'rejected'
    ? 'This estimate was rejected. Set its status to Accepted to convert it.'
    : status === 'expired'
      ? 'This estimate has expired. Set its status to Accepted to convert it.'
      : true

/** Whether the deposit that it asks for may be set, or removed. @returns true, or the reason for the user */
export const mayAskDeposit = ({ status }: WithStatus): true | string =>
  status === 'accepted'
    ? 'This estimate was accepted. Request the deposit on the draft of its invoice.'
    : status !== 'rejected' || 'This estimate was declined. Set its status to Draft or Sent to change it.'

/** Whether the list offers conversion: for drafts, and for accepted estimates whose conversion was refused (e.g. the trial was over). */
export const canOfferConversion = ({ status, invoice }: { status: EstimateStatus; invoice: object | null }): boolean =>
  invoice === null && (status === 'draft' || status === 'accepted')

/** Whether the estimate may be emailed. @returns true, or the reason for the user */
export const mayEmailEstimate = ({ status, customer }: WithStatus & { customer: { email: string | null } }): true | string =>
  status === 'accepted'
    ? 'This estimate has already been accepted.'
    : status === 'rejected'
      ? 'This estimate was rejected. Set its status to Sent to send it again.'
      : status === 'expired'
        ? 'This estimate has expired. Set its status to Sent, with an expiry date that lies ahead, to send it again.'
        : customer.email
          ? true
          : "Customer doesn't have an email address on file."

/** Whether the customer may answer now. @returns true, or the reason for the customer */
export const mayAnswer = ({ status }: WithStatus): true | string =>
  status === 'sent'
    ? true
    : status === 'expired'
      ? 'This estimate has expired.'
      : status === 'accepted'
        ? 'This estimate has already been accepted.'
        : status === 'rejected'
          ? 'This estimate has already been declined.'
          : 'This estimate has been withdrawn.'

/** Message for an answer to another version than the current one. */
export const changedSinceOpened = 'This estimate has changed since you opened it. Review the current version before you answer.'
