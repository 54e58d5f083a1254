import type { Charge, ProviderStatus, Settlement } from '#server/domain/payments/provider.ts'
import { type Amount, sum, toAmount, zero } from '#shared/money.ts'
import type { PayPalClient } from './client.ts'
import { PayPalError } from './errors.ts'
import { paths } from './paths.ts'
import { type Capture, disputeResult, disputes, type Order, type RefundMade, type Unit } from './schemas.ts'

export const hasSucceeded = ({ status }: Capture): boolean => ['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'].includes(status)

export const getCaptures = (order: Order): Capture[] => order.purchase_units.flatMap(({ payments }) => payments?.captures ?? [])

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

export const toProviderStatus = (order: Order, disputes: ReadonlyMap<string, Dispute> = new Map()): ProviderStatus => {
  const [unit, ...others] = order.purchase_units as [Unit, ...Unit[]]
  return {
    state: toState(order),
    // Billfold's orders have one purchase unit.
    attemptId: others.length === 0 ? (unit.custom_id ?? null) : null,
    paymentIntentId: null,
    payee: unit.payee?.merchant_id ?? null,
    charges: order.purchase_units.flatMap(({ payments }) =>
      (payments?.captures ?? []).map((capture, _, all) =>
        toCharge(capture, listRefunds(capture, all.length === 1, payments?.refunds ?? []), disputes.get(capture.id)),
      ),
    ),
  }
}

const toState = (order: Order): ProviderStatus['state'] => {
  const captures = getCaptures(order)
  if (captures.some(hasSucceeded)) return 'paid'
  if (captures.some(({ status }) => status === 'PENDING')) return 'pending'
  if (order.status === 'VOIDED') return 'expired'
  // A completed order without a capture: the money isn't there yet.
  if (order.status === 'COMPLETED') return captures.length > 0 ? 'failed' : 'pending'
  return 'open'
}

const listRefunds = (capture: Capture, isOnly: boolean, refunds: RefundMade[]): RefundMade[] =>
  refunds.filter(
    ({ status, links }) =>
      (status === 'COMPLETED' || status === 'PENDING') &&
      (isOnly || links.some(({ rel, href }) => rel === 'up' && href.endsWith(`/${capture.id}`))),
  )

/** What PayPal kept of a capture; null while it is unknown, or in another currency. */
const getFee = ({ amount, seller_receivable_breakdown: breakdown }: Capture): Amount | null => {
  const fee = breakdown?.paypal_fee
  return fee && fee.currency === amount.currency ? fee.amount : null
}

/** Where PayPal converted the capture to the currency of the account: what it credited, and the fee that it took off before. */
const getSettlement = ({ amount, seller_receivable_breakdown: breakdown }: Capture, returns: Returns): Settlement | undefined => {
  const converted = breakdown?.exchange_rate
  if (!converted || converted.target === amount.currency || (converted.source ?? amount.currency) !== amount.currency) return undefined
  const pick = (money: Capture['amount'] | undefined) => (money?.currency === converted.target ? money.amount : null)
  const [fee, net] = [pick(breakdown?.paypal_fee_in_receivable_currency), pick(breakdown?.receivable_amount)]
  return {
    ...{ currency: converted.target, fee, amount: fee === null || net === null ? null : sum([net, fee]), rate: converted.rate },
    returned: sumReturned(returns, converted.target),
  }
}

/** Of a capture. A lost dispute may have no refunds. */
type Returns = { refunded: Amount; refunds: RefundMade[] }

/** In the currency of the account; null where PayPal doesn't say that of all that went back. */
const sumReturned = ({ refunded, refunds }: Returns, currency: string): Amount | null => {
  if (sum(refunds.map(({ amount }) => amount.amount)) !== refunded) return null
  const taken = refunds.map((refund) => getTaken(refund, currency))
  return taken.includes(null) ? null : sum(taken as Amount[])
}

/** The net amount is less than the refund where PayPal returns a part of its fee: then it does not say what the whole is. */
const getTaken = ({ amount, seller_payable_breakdown: breakdown }: RefundMade, currency: string): Amount | null => {
  const items = breakdown?.net_amount_breakdown ?? []
  const isWhole = sum(items.map(({ converted_amount: part }) => part.amount)) === amount.amount
  const areClear = items.every(
    ({ payable_amount: taken, converted_amount: part }) => taken.currency === currency && part.currency === amount.currency,
  )
  return isWhole && areClear ? sum(items.map(({ payable_amount: taken }) => taken.amount)) : null
}

const toCharge = (capture: Capture, refunds: RefundMade[], dispute: Dispute | undefined): Charge => {
  const { amount, currency } = capture.amount
  const returned = capture.status === 'REFUNDED' ? amount : sum(refunds.map((refund) => refund.amount.amount))
  // What a lost dispute took may be listed as a refund as well, and counts once.
  const refunded = least(amount, most(returned, dispute?.taken ?? zero))
  return {
    ref: capture.id,
    amount,
    refunded,
    currency,
    dispute: dispute?.state ?? null,
    succeeded: hasSucceeded(capture),
    fee: getFee(capture),
    settlement: getSettlement(capture, { refunded, refunds }),
    at: capture.create_time,
  }
}

const least = (a: Amount, b: Amount): Amount => toAmount(Math.min(a, b))
const most = (a: Amount, b: Amount): Amount => toAmount(Math.max(a, b))
