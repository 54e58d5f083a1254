import type { Day } from './dates.ts'
import { hasLapsed, noAddress } from './document-status.ts'

export const estimateStatuses = ['draft', 'sent', 'accepted', 'rejected', 'expired'] as const
export type EstimateStatus = (typeof estimateStatuses)[number]

export const estimateStatusLabels: Record<EstimateStatus, string> = {
  draft: 'Draft',
  sent: 'Sent',
  accepted: 'Accepted',
  rejected: 'Rejected',
  expired: 'Expired',
}

export const getEstimateStatus = (stored: EstimateStatus, expiryDate: Day, today: Day): EstimateStatus =>
  hasLapsed(stored, expiryDate, today) ? 'expired' : stored

// The server checks these rules before it acts, the client before it offers an action. The owner can set an estimate to expired before its
// expiry date, so no message names the date.

type WithStatus = { status: EstimateStatus }

export const mayConvert = ({ status }: WithStatus): true | string =>
  status === 'rejected'
    ? 'This estimate was rejected. Set its status to Accepted to convert it.'
    : status === 'expired'
      ? 'This estimate has expired. Set its status to Accepted to convert it.'
      : true

export const mayAskDeposit = ({ status }: WithStatus): true | string =>
  status === 'accepted'
    ? 'This estimate was accepted. Request the deposit on the draft of its invoice.'
    : status !== 'rejected' || 'This estimate was declined. Set its status to Draft or Sent to change it.'

/** Accepted ones without an invoice are those whose conversion was refused (e.g. the trial was over). */
export const canOfferConversion = ({ status, invoice }: { status: EstimateStatus; invoice: object | null }): boolean =>
  invoice === null && (status === 'draft' || status === 'accepted')

export const mayEmailEstimate = ({ status, customer }: WithStatus & { customer: { email: string | null } }): true | string =>
  status === 'accepted'
    ? 'This estimate has already been accepted.'
    : status === 'rejected'
      ? 'This estimate was rejected. Set its status to Sent to send it again.'
      : status === 'expired'
        ? 'This estimate has expired. Set its status to Sent, with an expiry date that lies ahead, to send it again.'
        : customer.email
          ? true
          : noAddress

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

export const changedSinceOpened = 'This estimate has changed since you opened it. Review the current version before you answer.'
