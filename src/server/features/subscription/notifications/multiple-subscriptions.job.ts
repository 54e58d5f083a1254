import { z } from 'zod'
import { buildOwnerNotification, sendOwnerNotification } from '#server/domain/documents/emails/owner-notification.ts'
import type { BillingAccount } from '#server/domain/subscription/billing-provider.ts'
import type { Database } from '#server/platform/db/client.ts'
import { job, runner } from '#server/platform/jobs/jobs.ts'
import type { MailContent, SendMail } from '#server/platform/mail/mail.ts'
import { displayName } from '#shared/user-names.ts'
import { readSubscriber } from './subscriber.ts'

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
const twoLiveMail = ({ count, userName, userEmail, userId, customerId, isSandbox, usersUrl }: TwoLiveMail): MailContent =>
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

/** `at`: when it was seen. */
export const multipleSubscriptionsJob = job('subscription.two-live', { count: z.int(), at: z.iso.datetime() })

type Deps = {
  database: Database
  send: SendMail
  billing: BillingAccount | null
  adminEmail: string | null
  publicUrl: () => URL
  log: (line: string) => void
}

/** The alarm: a user has more than one subscription that takes money. Always in the log, and by mail where there is an admin to read it. */
export const multipleSubscriptionsRunner = (deps: Deps) =>
  runner(multipleSubscriptionsJob, async ({ userId, count, at }) => {
    const user = await deps.database.asUser(userId, readSubscriber)
    if (!user) return
    const customerId = user.customerId ?? 'unknown'
    deps.log(`User ${userId} has ${count} subscriptions that take money (customer ${customerId}). End all but one at the card provider.`)
    if (!deps.adminEmail) return
    await sendOwnerNotification(deps, `the ${count} subscriptions of user ${userId}`, {
      ...twoLiveMail({
        count,
        userName: displayName(user),
        userEmail: user.email ?? `User ${userId}`,
        userId,
        customerId,
        isSandbox: deps.billing?.sandbox ?? false,
        usersUrl: new URL('/users', deps.publicUrl()).href,
      }),
      to: { name: '', address: deps.adminEmail },
      messageId: `<two-live-${userId}-${Date.parse(at)}@${deps.publicUrl().hostname}>`,
    })
  })
