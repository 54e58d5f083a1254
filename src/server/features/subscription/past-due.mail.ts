import { buildOwnerNotification } from '#server/papers/owner-note.ts'
import type { MailContent } from '#server/platform/mail/mail.ts'

type PastDueMail = {
  userName: string
  /** What the renewal costs, e.g. '$9.99'; null where the price is none of today's. */
  price: string | null
  /** E.g. 'Monthly Plan'. */
  plan: string
  /** 'Jan 12, 2026' */
  endsOn: string
  isSandbox: boolean
  billingUrl: string
}

/** Tells a subscriber that a renewal wasn't paid, and until when it can be mended. All values are finished texts. */
export const pastDueMail = ({ userName, price, plan, endsOn, isSandbox, billingUrl }: PastDueMail): MailContent =>
  buildOwnerNotification({
    ownerName: userName,
    subject: `Your Billfold payment failed: please pay by ${endsOn}`,
    preview: `Your plan goes on until ${endsOn}.`,
    introduction: `The renewal of your Billfold plan could not be charged. Your plan goes on until ${endsOn}; unless it is paid by then, it ends.`,
    facts: [['Plan ends unless paid', endsOn], ['Plan', plan], ...(price ? [['Price', price] as const] : [])],
    further: [
      'Open Billing and choose Manage Subscription to pay, or to use another card.',
      ...(isSandbox ? ['This plan was bought in the sandbox, to try things out: no real money is concerned.'] : []),
    ],
    button: 'Open Billing',
    url: billingUrl,
  })
