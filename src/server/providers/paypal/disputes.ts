import type { Charge } from '#server/domain/payments/provider.ts'
import { type Cents, zero } from '#shared/money.ts'
import type { PayPalClient } from './client.ts'
import { PayPalError } from './errors.ts'
import { paths } from './paths.ts'
import { type Capture, disputeResult, disputes } from './schemas.ts'

/** How a dispute stands, and what it took back. */
export type Dispute = { state: NonNullable<Charge['dispute']>; taken: Cents }

/** With these the customer gets his money from the business. */
const lost = ['RESOLVED_BUYER_FAVOUR', 'ACCEPTED']
const freshMs = 3_600_000

/**
 * The dispute of a payment, if there is one: an open one before a lost one before a won one. Many apps may not ask about disputes, for which
 * only what stands in the payment itself is known.
 * @throws ProviderError when PayPal can't be asked, unless the payment is of the last hour: then it must not wait for that
 */
export const fetchDispute = async (api: PayPalClient, capture: Capture): Promise<Dispute | null> => {
  try {
    const { items } = await api.call(disputes, { method: 'GET', path: paths.disputesOf(capture.id), tries: 1, timeoutMs: 5_000 })
    if (items.some(({ status }) => status !== 'RESOLVED')) return { state: 'open', taken: zero }
    const results = await Promise.all(items.slice(0, 5).map(({ dispute_id }) => resultOf(api, dispute_id, capture)))
    return results.find(({ state }) => state === 'lost') ?? results[0] ?? null
  } catch (error) {
    if (error instanceof PayPalError && error.isKeyRefused) throw error
    const mayNotAsk = error instanceof PayPalError && error.isRefused
    if (mayNotAsk || Date.now() - capture.create_time.getTime() < freshMs) return hintOf(capture)
    throw error
  }
}

const resultOf = async (api: PayPalClient, id: string, capture: Capture): Promise<Dispute> => {
  const { dispute_outcome: outcome, dispute_amount: asked } = await api.call(disputeResult, { method: 'GET', path: paths.dispute(id) })
  if (!lost.includes(outcome?.outcome_code ?? '')) return { state: 'won', taken: zero }
  return { state: 'lost', taken: (outcome?.amount_refunded ?? asked ?? capture.amount).amount }
}

const hintOf = ({ status_details: details, amount }: Capture): Dispute | null => {
  if (details?.reason === 'BUYER_COMPLAINT') return { state: 'open', taken: zero }
  return details?.reason === 'CHARGEBACK' ? { state: 'lost', taken: amount.amount } : null
}
