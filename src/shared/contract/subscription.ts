import { z } from 'zod'
import { get, noBody, post } from '#shared/endpoint.ts'
import { subscriptionPlans } from '#shared/plans.ts'
import { currentUser } from './auth.ts'
import { subscriptionEndpoints } from './endpoints/subscription.ts'
import { amount, instant } from './fields.ts'

const plan = z.enum(subscriptionPlans, `Plan must be one of ${subscriptionPlans.join(', ')}`)

export const subscriptionInput = z.strictObject({ plan })

/** What the browser needs to have the card provider's own fields take a card for this subscription. */
export const paymentForm = z.object({
  clientSecret: z.string(),
  publishableKey: z.string(),
  /** What stands in for the provider's script, on this server; null for the provider's own. */
  script: z.string().nullable(),
})
export type PaymentForm = z.output<typeof paymentForm>

const standing = currentUser.pick({ subscriptionStatus: true, subscriptionPlan: true, trialInvoicesUsed: true })

/** What the provider says now. 'pending': it hasn't decided about the payment yet. 'none': there is no subscription that was ever paid. */
export const verifiedSubscription = standing.extend({ payment: z.enum(['active', 'pending', 'none']) })
export type VerifiedSubscription = z.output<typeof verifiedSubscription>

export const billing = standing.extend({
  prices: z.object({ monthly: amount, yearly: amount }),
  /** Whether plans can be bought on this server at all. */
  canSubscribe: z.boolean(),
  /** Whether cards are only simulated. */
  sandbox: z.boolean(),
  /** Whether there is something to manage with the provider: cards, invoices, the plan itself. */
  canManage: z.boolean(),
  /** When the next payment is due; null when none is. */
  nextBillingAt: instant.nullable(),
  /** When the plan ends although it runs today, because it was cancelled. */
  endsAt: instant.nullable(),
  /** Since when a renewal hasn't been paid, and until when the plan goes on all the same. */
  pastDueSince: instant.nullable(),
  graceEndsAt: instant.nullable(),
  /** More than one is a fault: each of them takes money. */
  liveSubscriptions: z.int(),
})
export type Billing = z.output<typeof billing>

export const subscriptionApi = {
  /** 409 when there is one already. */
  getOrCreate: post(subscriptionEndpoints.getOrCreate, subscriptionInput, paymentForm),
  verify: post(subscriptionEndpoints.verify, noBody, verifiedSubscription),
  portal: post(subscriptionEndpoints.portal, noBody, z.object({ url: z.string() })),
  billing: get(subscriptionEndpoints.billing, billing),
}
