import type { Charge } from '#server/domain/payments/provider.ts'
import { type Amount, zero } from '#shared/money.ts'
import type { PayPalClient } from './client.ts'
import { PayPalError } from './errors.ts'
import { paths } from './paths.ts'
import { type Capture, disputeResult, disputes } from './schemas.ts'

export type Dispute = { state: NonNullable<Charge['dispute']>; taken: Amount }

/** The outcomes by which the customer gets the money. */
const lostOutcomes = ['RESOLVED_BUYER_FAVOUR', 'ACCEPTED']
const recentMs = 3_600_000

/**
 * Of several disputes an open one counts, then a lost one. For apps without access to disputes, the capture's own status has to do.
 * @throws ProviderError, but not for a capture of the last hour: a new payment doesn't wait for PayPal's disputes
 */
export const fetchDispute = async (client: PayPalClient, capture: Capture): Promise<Dispute | null> => {
  try {
    const { items } = await client.call(disputes, { method: 'GET', path: paths.disputesOf(capture.id), tries: 1, timeoutMs: 5_000 })
    if (items.some(({ status }) => status !== 'RESOLVED')) return { state: 'open', taken: zero }
    const results = await Promise.all(items.slice(0, 5).map(({ dispute_id }) => fetchResult(client, dispute_id, capture)))
    return results.find(({ state }) => state === 'lost') ?? results[0] ?? null
  } catch (error) {
    if (error instanceof PayPalError && error.isKeyRefused) throw error
    const isForbidden = error instanceof PayPalError && error.isRefused
    if (isForbidden || Date.now() - capture.create_time.getTime() < recentMs) return toDisputeHint(capture)
    throw error
  }
}

const fetchResult = async (client: PayPalClient, id: string, capture: Capture): Promise<Dispute> => {
  const { dispute_outcome: outcome, dispute_amount: disputed } = await client.call(disputeResult, {
    method: 'GET',
    path: paths.dispute(id),
  })
  if (!lostOutcomes.includes(outcome?.outcome_code ?? '')) return { state: 'won', taken: zero }
  return { state: 'lost', taken: (outcome?.amount_refunded ?? disputed ?? capture.amount).amount }
}

const toDisputeHint = ({ status_details: details, amount }: Capture): Dispute | null => {
  if (details?.reason === 'BUYER_COMPLAINT') return { state: 'open', taken: zero }
  return details?.reason === 'CHARGEBACK' ? { state: 'lost', taken: amount.amount } : null
}
