import { z } from 'zod'
import { get, post } from '#shared/endpoint.ts'
import { authEndpoints } from './endpoints/auth.ts'
import { currency, instant } from './fields.ts'

export const currentUser = z.object({
  id: z.int(),
  email: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  subscriptionStatus: z.string(),
  subscriptionPlan: z.string().nullable(),
  trialInvoicesUsed: z.int(),
  /** When the plan ends because of an unpaid renewal; null while everything is paid. */
  paymentDueBy: instant.nullable(),
  isAdmin: z.boolean(),
  isUnconfirmedAdmin: z.boolean(),
  /** The IANA time zone that determines 'today'; null: the browser's. */
  timeZone: z.string().nullable(),
  currency,
  demoEndsAt: instant.nullable(),
  sandbox: z.boolean(),
  mailbox: z.boolean(),
})
export type CurrentUser = z.input<typeof currentUser>

/** 256 random bits in base64url. */
const token = (name: string) => {
  const message = `This ${name} is not one of this server: please sign in again.`
  return z.string(message).regex(/^[\w-]{43}$/, message)
}

export const authApi = {
  user: get(authEndpoints.user, currentUser),
  status: get(authEndpoints.status, currentUser.pick({ subscriptionStatus: true, subscriptionPlan: true, trialInvoicesUsed: true })),
  /** With the code from the system browser, the native app gets a session of its own. */
  signInApp: post(authEndpoints.signInApp, z.strictObject({ code: token('code'), verifier: token('verifier') }), z.void(), {
    access: 'public',
  }),
}
