import { randomUUID } from 'node:crypto'
import type { UserDb } from '#server/platform/db/client.ts'
import type { SubscriptionPlan } from '#shared/plans.ts'
import { getCustomerId, readSubscriptionRow } from './subscription-row.ts'
import { queueCheck } from './sync-queue.ts'

/** One opening of a subscription: whoever asks for the same plan meanwhile, in another tab or by a second click, takes part in it. */
export type SubscriptionAttempt = {
  /** The idempotency key. */
  id: string
  /** The customer of this account that is known already. */
  customerId: string | null
  /** The row belongs to a customer of another account so far. */
  isForeign: boolean
  user: { id: number; email: string | null; name: string | null }
}

const sweepAfterMs = 60_000

/**
 * Begins an attempt, or takes part in the one that is under way for this plan.
 * @param spent the attempt that can't succeed any more
 */
export const startAttempt = async (
  db: UserDb,
  account: string,
  plan: SubscriptionPlan,
  spent: string | null,
): Promise<SubscriptionAttempt> => {
  const row = await readSubscriptionRow(db, { lock: true })
  const goesOn = row.attemptId !== null && row.attemptPlan === plan && row.attemptId !== spent
  const id = goesOn ? row.attemptId! : randomUUID()
  if (!goesOn)
    await db.rows('update users set subscription_attempt_id = $2, subscription_attempt_plan = $3 where id = $1', [db.userId, id, plan])
  return {
    id,
    customerId: getCustomerId(row, account),
    isForeign: row.accountId !== null && row.accountId !== account,
    user: { id: db.userId, email: row.email, name: row.name },
  }
}

/**
 * Keeps the customer that was made for the user, unless another call was faster.
 * @param instead the customer that the provider doesn't know any more
 * @returns the one that is kept
 */
export const saveCustomer = async (db: UserDb, account: string, made: string, instead: string | null): Promise<string> => {
  const known = getCustomerId(await readSubscriptionRow(db, { lock: true }), account)
  if (known && known !== instead) return known
  await db.rows('update users set stripe_customer_id = $2, subscription_account = $3 where id = $1', [db.userId, made, account])
  return made
}

/**
 * Whether the attempt is still the one that the user wants, after it has led to something; if so, the sweep looks after it: he may pay, and close
 * the window before he comes back.
 */
export const isCurrentAttempt = async (db: UserDb, attempt: string, now: Date): Promise<boolean> => {
  const at = new Date(now.getTime() + sweepAfterMs)
  const [kept] = await db.rows<{ at: Date }>(
    `update users set subscription_next_check_at = least(subscription_next_check_at, $3) where id = $1 and subscription_attempt_id = $2
     returning subscription_next_check_at as at`,
    [db.userId, attempt, at],
  )
  if (kept) await queueCheck(db, kept.at)
  return kept !== undefined
}
