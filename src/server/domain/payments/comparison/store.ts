import type { UserDb } from '#server/platform/db/client.ts'
import type { PaymentDifference } from '#shared/contract/payments.ts'
import type { ProviderName } from '#shared/payment-methods.ts'

/** `told`: the owner was notified. */
export type Difference = PaymentDifference & { told?: boolean }

export type StoredComparison = { accountId: string; checkedAt: Date; compared: number; differences: Difference[]; problem: string | null }

/** Null also when the last one was with another account of the provider. */
export const readLastComparison = async (db: UserDb, name: ProviderName, accountId: string): Promise<StoredComparison | null> => {
  const [row] = await db.rows<StoredComparison>(
    `select account_id as "accountId", checked_at as "checkedAt", compared, differences, problem
     from payment_checks where user_id = $1 and provider = $2 and account_id = $3`,
    [db.userId, name, accountId],
  )
  return row ?? null
}

const isSame = (one: Difference, other: Difference) =>
  one.attemptId === other.attemptId && one.provider === other.provider && one.here === other.here

/** In place of the last one. @param options.notify marks all as notified @returns those of which the owner wasn't notified before */
export const saveComparison = async (
  db: UserDb,
  name: ProviderName,
  comparison: StoredComparison,
  { notify }: { notify: boolean },
): Promise<Difference[]> => {
  // Locked, so that two comparisons don't both return the same difference.
  await db.rows('select 1 from payment_checks where user_id = $1 and provider = $2 for update', [db.userId, name])
  const before = (await readLastComparison(db, name, comparison.accountId))?.differences ?? []
  const isNotified = (difference: Difference) => before.some((known) => known.told === true && isSame(known, difference))
  const unnotified = comparison.differences.filter((difference) => !isNotified(difference))
  const differences = comparison.differences.map((difference) => ({ ...difference, told: notify || isNotified(difference) }))
  const { accountId, checkedAt, compared, problem } = comparison
  db.announce('payments')
  await db.rows(
    `insert into payment_checks (user_id, provider, account_id, checked_at, compared, differences, problem) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (user_id, provider) do update set account_id = excluded.account_id, checked_at = excluded.checked_at,
       compared = excluded.compared, differences = excluded.differences, problem = excluded.problem`,
    [db.userId, name, accountId, checkedAt, compared, JSON.stringify(differences), problem],
  )
  return unnotified
}
