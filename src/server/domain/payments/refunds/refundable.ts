import type { FetchPaymentDeps } from '#server/domain/payments/reconcile/fetch-payment.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { type Cents, cents, parseCents, zero } from '#shared/money.ts'
import { type ProviderName, providerNames } from '#shared/payment-methods.ts'

/** What decides how much of a payment may be given back; sums as the database has them. */
export type RefundFacts = {
  provider: ProviderName | 'manual'
  status: string
  dispute: string | null
  amount: string
  refunded: string
  /** Refunds that he hasn't answered, or only after he was last asked what of the payment went back: `refunded` doesn't have them yet. */
  underway: string
  /** The account that took it; null when nobody knows. */
  accountId: string | null
}

/** What of a payment `p` these are, in SQL. */
export const refundFactsSql = `p.provider, p.status, p.dispute, p.amount, p.refunded,
  (select a.account_id from payment_attempts a where a.user_id = p.user_id and a.id = p.attempt_id) as "accountId",
  (select coalesce(sum(r.amount), 0)::numeric(14,2)::text
   from payment_refunds r left join payment_attempts a on a.user_id = p.user_id and a.id = p.attempt_id
   where r.user_id = p.user_id and r.payment_id = p.id
     and (r.status = 'asking' or (r.status in ('pending', 'succeeded') and r.updated_at > coalesce(a.asked_at, '-infinity')))) as underway`

/** The accounts whose keys are there, by provider. */
export type AccountIds = { [P in ProviderName]?: string }

export const readAccountIds = async ({ accounts }: Pick<FetchPaymentDeps, 'accounts'>, db: UserDb): Promise<AccountIds> => {
  const present: AccountIds = {}
  for (const name of providerNames) {
    const account = await accounts.account(db, name)
    if (account) present[name] = account.accountId
  }
  return present
}

/** Why nothing of a payment may be given back through its provider, or `true` when something may be. */
export const canRefund = (facts: RefundFacts, present: AccountIds): true | string => {
  if (facts.provider === 'manual') return 'This payment was recorded by hand: undo it instead of refunding it.'
  if (facts.status !== 'succeeded') return 'Only a payment that succeeded can be refunded.'
  if (facts.dispute === 'open') return 'This payment is disputed: its provider decides where the money goes, so it can’t be refunded now.'
  if (facts.accountId === null || present[facts.provider] !== facts.accountId)
    return 'The keys of the account that took this payment are gone. Enter them again in the business profile, or refund it at the provider.'
  if (restOf(facts) === 0) return 'All of this payment went back already, or is on its way back.'
  return true
}

const restOf = ({ amount, refunded, underway }: RefundFacts): Cents =>
  cents(Math.max(parseCents(amount) - parseCents(refunded) - parseCents(underway), 0))

/** How much of a payment may be given back through its provider. */
export const getRefundableAmount = (facts: RefundFacts, present: AccountIds): Cents =>
  canRefund(facts, present) === true ? restOf(facts) : zero
