import { z } from 'zod'
import { get } from '../endpoint.ts'

export const currentUser = z.object({
  id: z.int(),
  email: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  subscriptionStatus: z.string(),
  subscriptionPlan: z.string().nullable(),
  trialInvoicesUsed: z.int(),
  /** The IANA time zone that decides what 'today' is; null: the browser's. */
  timeZone: z.string().nullable(),
  /** Whether payments, mail or sign-in run on the built-in stand-ins, so that the app can say so. */
  sandbox: z.boolean(),
  /** Whether outgoing mail lands on the built-in mailbox page. */
  mailbox: z.boolean(),
})
export type CurrentUser = z.output<typeof currentUser>

export const authApi = {
  user: get('/api/auth/user', currentUser),
  status: get('/api/user/status', currentUser.pick({ subscriptionStatus: true, subscriptionPlan: true, trialInvoicesUsed: true })),
}
