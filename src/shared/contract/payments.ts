import { z } from 'zod'
import { get, noBody, post } from '#shared/endpoint.ts'
import { providerNames } from '#shared/payment-methods.ts'
import { paymentEndpoints } from './endpoints/payments.ts'
import { amount, instant } from './fields.ts'

/** Where what stands here differs from what the provider says, both in words. */
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

/** What the owner sees of one provider's account. */
export const providerState = z.object({
  provider: z.enum(providerNames),
  /** 'sandbox' while the built-in stand-in serves. */
  mode: z.enum(['live', 'test', 'sandbox']).nullable(),
  status: z.enum(['unchecked', 'connected', 'error']),
  /** Why it is in error, in words. */
  problem: z.string().nullable(),
  /** How we learn of payments: told by the provider, or only by asking ourselves ('asking': this address can't be reached from outside). */
  events: z.enum(['told', 'asking']),
  /** The last comparison; null before the first. */
  check: z
    .object({
      checkedAt: instant,
      /** How many payments and open pages were compared. */
      compared: z.int(),
      differences: z.array(paymentDifference),
      /** Why it couldn't be finished. */
      problem: z.string().nullable(),
    })
    .nullable(),
})
export type ProviderState = z.output<typeof providerState>
export type ProviderStateWire = z.input<typeof providerState>

/** Money that came for an invoice which isn't there any more. */
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
  /** Of the accounts in use, own or sandbox; empty when there are none. */
  providers: z.array(providerState),
  unapplied: z.array(unappliedPayment),
})
export type PaymentsStateWire = z.input<typeof paymentsState>

export const paymentsApi = {
  state: get(paymentEndpoints.state, paymentsState),
  /** Asks the provider about everything that may have changed, and compares; changes nothing. */
  check: post(paymentEndpoints.check, noBody, paymentsState),
  /** Brings what differs to what the provider says. */
  fix: post(paymentEndpoints.fix, noBody, paymentsState),
}
