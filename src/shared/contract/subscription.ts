import { z } from 'zod'
import { get, noBody, notInDemo, post } from '#shared/endpoint.ts'
import { subscriptionPlans } from '#shared/plans.ts'
import { currentUser } from './auth.ts'
import { subscriptionEndpoints } from './endpoints/subscription.ts'
import { amount, instant } from './fields.ts'

const plan = z.enum(subscriptionPlans, `Plan must be one of ${subscriptionPlans.join(', ')}`)

export const subscriptionInput = z.strictObject({ plan })

export const paymentForm = z.object({
  clientSecret: z.string(),
  publishableKey: z.string(),
  /** Replaces the provider's script; null outside the sandbox. */
  script: z.string().nullable(),
})
export type PaymentForm = z.output<typeof paymentForm>

const planFields = currentUser.pick({ subscriptionStatus: true, subscriptionPlan: true, trialInvoicesUsed: true })

/** 'pending': the payment isn't decided yet. 'none': no subscription was ever paid. */
export const verifiedSubscription = planFields.extend({ payment: z.enum(['active', 'pending', 'none']) })
export type VerifiedSubscription = z.output<typeof verifiedSubscription>

export const billing = planFields.extend({
  prices: z.object({ monthly: amount, yearly: amount }),
  canSubscribe: z.boolean(),
  sandbox: z.boolean(),
  canManage: z.boolean(),
  nextBillingAt: instant.nullable(),
  endsAt: instant.nullable(),
  pastDueSince: instant.nullable(),
  graceEndsAt: instant.nullable(),
  /** More than one is an error, as each is charged. */
  liveSubscriptions: z.int(),
})
export type Billing = z.output<typeof billing>

export const subscriptionApi = {
  /** 409 when there is an active one already. */
  getOrCreate: notInDemo('Plans', post(subscriptionEndpoints.getOrCreate, subscriptionInput, paymentForm)),
  verify: post(subscriptionEndpoints.verify, noBody, verifiedSubscription),
  portal: notInDemo('Plans', post(subscriptionEndpoints.portal, noBody, z.object({ url: z.string() }))),
  billing: get(subscriptionEndpoints.billing, billing),
}
