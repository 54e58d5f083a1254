import type Stripe from 'stripe'
import type { Charge } from '#server/domain/payments/provider.ts'
import type { StripeClient } from './client.ts'

type DisputeState = NonNullable<Charge['dispute']>

export const listDisputes = async ({ sdk, call }: StripeClient, charge: Stripe.Charge | null): Promise<Stripe.Dispute[]> =>
  charge?.disputed ? (await call(() => sdk.disputes.list({ charge: charge.id, limit: 20 }), 'list')).data : []

const toState = ({ status }: Stripe.Dispute): DisputeState =>
  status === 'lost' ? 'lost' : ['won', 'warning_closed', 'prevented'].includes(status) ? 'won' : 'open'

/** Of several disputes an open one counts, then a lost one. */
export const toDisputeState = (disputes: readonly Stripe.Dispute[]): DisputeState => {
  const states = disputes.map(toState)
  return states.length === 0 || states.includes('open') ? 'open' : states.includes('lost') ? 'lost' : 'won'
}

/** In Stripe's unit. Stripe doesn't count it as refunded. */
export const sumLostDisputes = (disputes: readonly Stripe.Dispute[]): number =>
  disputes.reduce((sum, dispute) => (toState(dispute) === 'lost' ? sum + dispute.amount : sum), 0)
