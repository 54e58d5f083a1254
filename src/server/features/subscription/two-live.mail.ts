import { buildOwnerNotification } from '#server/papers/owner-note.ts'
import type { MailContent } from '#server/platform/mail/mail.ts'

type TwoLiveMail = {
  count: number
  /** As the list of users shows him. */
  userName: string
  userEmail: string
  userId: number
  /** By which the card provider knows him. */
  customerId: string
  isSandbox: boolean
  usersUrl: string
}

/** The alarm to the admin: somebody pays for more than one subscription. */
export const twoLiveMail = ({ count, userName, userEmail, userId, customerId, isSandbox, usersUrl }: TwoLiveMail): MailContent =>
  buildOwnerNotification({
    ownerName: '',
    subject: `${userEmail} pays for ${count} subscriptions at once`,
    preview: 'Please end all but one, and give the money back.',
    introduction: `A user has ${count} subscriptions that run at the same time, and each of them takes money. Billfold ends none by itself: please look which one is to stay.`,
    facts: [
      ['Subscriptions', String(count)],
      ['User', userName],
      ['E-mail', userEmail],
      ['User id', String(userId)],
      ['Customer', customerId],
    ],
    further: [
      "In the card provider's dashboard, open this customer, end all subscriptions but one, and refund what was paid for the others.",
      ...(isSandbox ? ['They were bought in the sandbox, to try things out: no real money is concerned.'] : []),
    ],
    button: 'Open the list of users',
    url: usersUrl,
  })
