import { z } from 'zod'
import { get, noBody, post } from '#shared/endpoint.ts'
import { providerNames } from '#shared/payment-methods.ts'
import { paymentEndpoints } from './endpoints/payments.ts'
import { amount, instant } from './fields.ts'

export const paymentDifference = z.object({
  attemptId: z.string(),
  invoiceId: z.int(),
  invoiceNumber: z.string(),
  /** e.g. 'Stripe: $150.25 paid, $20.00 refunded' */
  provider: z.string(),
  here: z.string(),
})
export type PaymentDifference = z.output<typeof paymentDifference>

export const providerState = z.object({
  provider: z.enum(providerNames),
  mode: z.enum(['live', 'test', 'sandbox']).nullable(),
  status: z.enum(['unchecked', 'connected', 'error']),
  problem: z.string().nullable(),
  /** By webhooks ('told') or by polling only ('asking'), when the server can't be reached from outside. */
  events: z.enum(['told', 'asking']),
  check: z
    .object({
      checkedAt: instant,
      compared: z.int(),
      differences: z.array(paymentDifference),
      problem: z.string().nullable(),
    })
    .nullable(),
})
export type ProviderState = z.output<typeof providerState>
export type ProviderStateWire = z.input<typeof providerState>

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
  providers: z.array(providerState),
  unapplied: z.array(unappliedPayment),
})
export type PaymentsStateWire = z.input<typeof paymentsState>

export const paymentsApi = {
  state: get(paymentEndpoints.state, paymentsState),
  /** Changes nothing. */
  check: post(paymentEndpoints.check, noBody, paymentsState),
  /** Sets differing payments to the provider's state. */
  fix: post(paymentEndpoints.fix, noBody, paymentsState),
}
