import type Stripe from 'stripe'
import type { Context } from '#simulators/stripe/core/context.ts'
import type { Account } from '#simulators/stripe/core/state.ts'

const week = 7 * 24 * 3600

const buildEvidence = (email: string | null): Stripe.Dispute.Evidence => ({
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: email,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
})

/** To be answered within a week. `amount` in cents. */
export const buildDispute = (
  context: Context,
  account: Account,
  charge: Stripe.Charge,
  { amount, reason }: { amount: number; reason: string },
): Stripe.Dispute => ({
  id: context.newId('du_'),
  object: 'dispute',
  amount,
  balance_transactions: [],
  charge: charge.id,
  created: context.now(),
  currency: charge.currency,
  enhanced_eligibility_types: [],
  evidence: buildEvidence(charge.billing_details.email),
  evidence_details: {
    due_by: context.now() + week,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    submission_method: 'not_submitted',
  },
  intended_submission_method: null,
  is_charge_refundable: false,
  livemode: account.livemode,
  metadata: {},
  payment_intent: charge.payment_intent,
  payment_method_details: {
    type: 'card',
    card: {
      brand: charge.payment_method_details?.card?.brand ?? 'visa',
      case_type: 'chargeback',
      network: 'visa',
      network_reason_code: '83',
    },
  },
  reason,
  status: 'needs_response',
})
