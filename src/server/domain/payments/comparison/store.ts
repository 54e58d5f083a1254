import type { UserDb } from '#server/platform/db/client.ts'
import type { PaymentDifference } from '#shared/contract/payments.ts'
import type { ProviderName } from '#shared/payment-methods.ts'

/** `told`: its owner got an e-mail about it. */
export type Difference = PaymentDifference & { told?: boolean }

export type StoredComparison = { accountId: string; checkedAt: Date; compared: number; differences: Difference[]; problem: string | null }

/** The last comparison of an account; of another than this one it says nothing. */
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

/**
 * Keeps a comparison in place of the one before.
 * @param tell whether differences that the owner hasn't got an e-mail about count as told from now on
 * @returns those that weren't told yet
 */
export const saveComparison = async (db: UserDb, name: ProviderName, check: StoredComparison, tell: boolean): Promise<Difference[]> => {
  // Nobody else may decide meanwhile what is still to be told.
  await db.rows('select 1 from payment_checks where user_id = $1 and provider = $2 for update', [db.userId, name])
  const before = (await readLastComparison(db, name, check.accountId))?.differences ?? []
  const wasTold = (one: Difference) => before.some((known) => known.told === true && isSame(known, one))
  const fresh = check.differences.filter((one) => !wasTold(one))
  const differences = check.differences.map((one) => ({ ...one, told: tell || wasTold(one) }))
  await db.rows(
    `insert into payment_checks (user_id, provider, account_id, checked_at, compared, differences, problem) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (user_id, provider) do update set account_id = excluded.account_id, checked_at = excluded.checked_at,
       compared = excluded.compared, differences = excluded.differences, problem = excluded.problem`,
    [db.userId, name, check.accountId, check.checkedAt, check.compared, JSON.stringify(differences), check.problem],
  )
  return fresh
}
