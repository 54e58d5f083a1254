import { buildOwnerNotification } from '#server/papers/owner-note.ts'
import type { MailContent } from '#server/platform/mail/mail.ts'

export const endReasons = ['unpaid', 'cancelled'] as const
export type EndReason = (typeof endReasons)[number]

type EndedMail = {
  userName: string
  reason: EndReason
  /** 'Jan 12, 2026' */
  endedOn: string
  /** The bill that ended it can still be paid, with which the plan goes on. */
  isPayable: boolean
  isSandbox: boolean
  billingUrl: string
  subscribeUrl: string
}

const why: Record<EndReason, string> = {
  unpaid: 'Your Billfold plan has ended, because its renewal was not paid.',
  cancelled: 'Your Billfold plan has ended, as it was cancelled.',
}

/** Tells a former subscriber that the plan is over, and what still works. All values are finished texts. */
export const endedMail = ({ userName, reason, endedOn, isPayable, isSandbox, billingUrl, subscribeUrl }: EndedMail): MailContent =>
  buildOwnerNotification({
    ownerName: userName,
    subject: 'Your Billfold plan has ended',
    preview: 'Everything stays readable, payable and exportable.',
    introduction: why[reason],
    facts: [['Ended', endedOn]],
    further: [
      'Nothing of yours is lost. You can still read, change, download and export everything, and your customers can still pay the invoices that they have.',
      isPayable ? 'To make new invoices, pay the open bill in Billing: your plan then goes on.' : 'To make new invoices, choose a plan.',
      ...(isSandbox ? ['This plan was bought in the sandbox, to try things out: no real money is concerned.'] : []),
    ],
    ...(isPayable ? { button: 'Open Billing', url: billingUrl } : { button: 'Choose a plan', url: subscribeUrl }),
  })
