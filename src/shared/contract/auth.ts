import { z } from 'zod'
import { get, post } from '#shared/endpoint.ts'
import { authEndpoints } from './endpoints/auth.ts'
import { instant } from './fields.ts'

export const currentUser = z.object({
  id: z.int(),
  email: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  subscriptionStatus: z.string(),
  subscriptionPlan: z.string().nullable(),
  trialInvoicesUsed: z.int(),
  /** Until when the plan goes on although a renewal wasn't paid; null while all is paid. */
  paymentDueBy: instant.nullable(),
  /** Whether the list of users may be seen. The server asks again at each call. */
  isAdmin: z.boolean(),
  /** It could be seen if the email were confirmed: it is the admin's. */
  isUnconfirmedAdmin: z.boolean(),
  /** The IANA time zone that decides what 'today' is; null: the browser's. */
  timeZone: z.string().nullable(),
  /** Whether payments, mail or sign-in run on the built-in stand-ins, so that the app can say so. */
  sandbox: z.boolean(),
  /** Whether outgoing mail lands on the built-in mailbox page. */
  mailbox: z.boolean(),
})
/** As it travels. */
export type CurrentUser = z.input<typeof currentUser>

/** 256 random bits in base64url. */
const token = (name: string) => {
  const wrong = `This ${name} is not one of this server: please sign in again.`
  return z.string(wrong).regex(/^[\w-]{43}$/, wrong)
}

export const authApi = {
  user: get(authEndpoints.user, currentUser),
  status: get(authEndpoints.status, currentUser.pick({ subscriptionStatus: true, subscriptionPlan: true, trialInvoicesUsed: true })),
  /** The native app trades the code that the system's browser brought back for a session of its own. */
  signInApp: post(authEndpoints.signInApp, z.strictObject({ code: token('code'), verifier: token('verifier') }), z.void(), {
    access: 'public',
  }),
}
