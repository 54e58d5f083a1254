import { z } from 'zod'
import { get, noBody, post } from '#shared/endpoint.ts'
import { subscriptionPlans } from '#shared/plans.ts'
import { currentUser } from './auth.ts'
import { subscriptionEndpoints } from './endpoints/subscription.ts'
import { amount, instant } from './fields.ts'

const plan = z.enum(subscriptionPlans, `Plan must be one of ${subscriptionPlans.join(', ')}`)

export const subscriptionInput = z.strictObject({ plan })

/** Setup of the provider's card form for this subscription. */
export const paymentForm = z.object({
  clientSecret: z.string(),
  publishableKey: z.string(),
  /** URL of the sandbox's script that replaces the provider's; null outside the sandbox. */
  script: z.string().nullable(),
})
export type PaymentForm = z.output<typeof paymentForm>

const planFields = currentUser.pick({ subscriptionStatus: true, subscriptionPlan: true, trialInvoicesUsed: true })

/** The provider's current state. 'pending': the payment isn't decided yet. 'none': no subscription was ever paid. */
export const verifiedSubscription = planFields.extend({ payment: z.enum(['active', 'pending', 'none']) })
export type VerifiedSubscription = z.output<typeof verifiedSubscription>

export const billing = planFields.extend({
  prices: z.object({ monthly: amount, yearly: amount }),
  /** Whether this server offers subscriptions. */
  canSubscribe: z.boolean(),
  /** Whether card payments are simulated. */
  sandbox: z.boolean(),
  /** Whether the provider's customer portal is available for cards, invoices and the plan. */
  canManage: z.boolean(),
  /** When the next payment is due; null when none is. */
  nextBillingAt: instant.nullable(),
  /** When a canceled plan ends; null otherwise. */
  endsAt: instant.nullable(),
  /** Since when a renewal is unpaid, and when the grace period ends. */
  pastDueSince: instant.nullable(),
  graceEndsAt: instant.nullable(),
  /** Number of live subscriptions; more than one is an error, as each is charged. */
  liveSubscriptions: z.int(),
})
export type Billing = z.output<typeof billing>

export const subscriptionApi = {
  /** 409 when there is an active subscription already. */
  getOrCreate: post(subscriptionEndpoints.getOrCreate, subscriptionInput, paymentForm),
  verify: post(subscriptionEndpoints.verify, noBody, verifiedSubscription),
  portal: post(subscriptionEndpoints.portal, noBody, z.object({ url: z.string() })),
  billing: get(subscriptionEndpoints.billing, billing),
}
