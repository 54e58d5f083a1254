import { type Accounts, listCurrentAccounts } from '#server/domain/payments/accounts/accounts.ts'
import { pendingRefundsSql } from '#server/domain/payments/pending-refunds.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { type Amount, parseAmount, toAmount, zero } from '#shared/money.ts'
import type { ProviderName } from '#shared/payment-methods.ts'

/** Amounts are decimals, as the database has them. */
export type RefundFacts = {
  provider: ProviderName | 'manual'
  status: string
  dispute: string | null
  amount: string
  refunded: string
  /** Refunds that `refunded` doesn't include yet: unanswered ones, and those that were answered after the payment was last fetched. */
  pendingRefunds: string
  accountId: string | null
}

/** For a payment `p` of the user `$1`. */
export const refundFactsSql = `p.provider, p.status, p.dispute, p.amount, p.refunded,
  (select a.account_id from payment_attempts a where a.user_id = $1 and a.id = p.attempt_id) as "accountId",
  ${pendingRefundsSql}::text as "pendingRefunds"`

export type AccountIds = { [P in ProviderName]?: string }

export const readAccountIds = async (accounts: Pick<Accounts, 'account'>, db: UserDb): Promise<AccountIds> =>
  Object.fromEntries((await listCurrentAccounts(accounts, db)).map(({ provider, accountId }) => [provider, accountId]))

/** Through its provider, or by hand as it came: `true`, or why not. */
export const canRefund = (facts: RefundFacts, current: AccountIds): true | string => {
  if (facts.status !== 'succeeded') return 'Only a payment that succeeded can be refunded.'
  if (facts.dispute === 'open') return 'This payment is disputed: its provider decides where the money goes, so it can’t be refunded now.'
  if (facts.provider !== 'manual' && (facts.accountId === null || current[facts.provider] !== facts.accountId))
    return 'The keys of the account that took this payment are gone. Enter them again in the business profile, or refund it at the provider.'
  if (computeRest(facts) === 0) return 'All of this payment has been refunded, or is being refunded.'
  return true
}

const computeRest = ({ amount, refunded, pendingRefunds }: RefundFacts): Amount =>
  toAmount(Math.max(parseAmount(amount) - parseAmount(refunded) - parseAmount(pendingRefunds), 0))

export const getRefundableAmount = (facts: RefundFacts, current: AccountIds): Amount =>
  canRefund(facts, current) === true ? computeRest(facts) : zero
