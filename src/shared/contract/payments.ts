import { z } from 'zod'
import { get, noBody, post } from '#shared/endpoint.ts'
import { providerNames } from '#shared/payment-methods.ts'
import { paymentEndpoints } from './endpoints/payments.ts'
import { amount, instant } from './fields.ts'

/** A difference between the stored payments and the provider's, both as text. */
export const paymentDifference = z.object({
  attemptId: z.string(),
  invoiceId: z.int(),
  invoiceNumber: z.string(),
  /** e.g. 'Stripe: $150.25 paid, $20.00 refunded' */
  provider: z.string(),
  /** e.g. 'Billfold: $150.25 paid' */
  here: z.string(),
})
export type PaymentDifference = z.output<typeof paymentDifference>

/** The state of one provider's account. */
export const providerState = z.object({
  provider: z.enum(providerNames),
  /** 'sandbox' while the built-in simulator is used. */
  mode: z.enum(['live', 'test', 'sandbox']).nullable(),
  status: z.enum(['unchecked', 'connected', 'error']),
  /** Message for the status 'error'. */
  problem: z.string().nullable(),
  /** How payments are detected: by webhooks ('told') or by polling only ('asking'), when the server can't be reached from outside. */
  events: z.enum(['told', 'asking']),
  /** The last comparison; null before the first. */
  check: z
    .object({
      checkedAt: instant,
      /** Number of compared payments and open checkouts. */
      compared: z.int(),
      differences: z.array(paymentDifference),
      /** Message when the comparison couldn't be completed. */
      problem: z.string().nullable(),
    })
    .nullable(),
})
export type ProviderState = z.output<typeof providerState>
export type ProviderStateWire = z.input<typeof providerState>

/** A payment for a deleted invoice. */
export const unappliedPayment = z.object({
  paymentId: z.int(),
  invoiceId: z.int(),
  invoiceNumber: z.string(),
  amount,
  refundable: amount,
  provider: z.enum(providerNames),
  receivedAt: instant,
})

export const paymentsState = z.object({
  /** The accounts in use, including sandbox accounts. */
  providers: z.array(providerState),
  unapplied: z.array(unappliedPayment),
})
export type PaymentsStateWire = z.input<typeof paymentsState>

export const paymentsApi = {
  state: get(paymentEndpoints.state, paymentsState),
  /** Compares recent payments with the provider without changing anything. */
  check: post(paymentEndpoints.check, noBody, paymentsState),
  /** Updates differing payments to the provider's state. */
  fix: post(paymentEndpoints.fix, noBody, paymentsState),
}
