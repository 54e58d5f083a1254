import { randomUUID } from 'node:crypto'
import type { UserDb } from '#server/platform/db/client.ts'
import type { SubscriptionPlan } from '#shared/plans.ts'
import { getCustomerId, readSubscriptionRow } from './subscription-row.ts'
import { queueCheck } from './sync-queue.ts'

/** Concurrent requests for the same plan share it. */
export type SubscriptionAttempt = {
  id: string
  customerId: string | null
  /** The user has a customer in another account. */
  isOtherAccount: boolean
  user: { id: number; email: string | null; name: string | null }
}

const checkDelayMs = 60_000

/** Joins the attempt in progress for the same plan. @param spent one that failed for good, and isn't joined */
export const startAttempt = async (
  db: UserDb,
  account: string,
  plan: SubscriptionPlan,
  spent: string | null,
): Promise<SubscriptionAttempt> => {
  const row = await readSubscriptionRow(db, { lock: true })
  const isJoined = row.attemptId !== null && row.attemptPlan === plan && row.attemptId !== spent
  const id = isJoined ? row.attemptId! : randomUUID()
  if (!isJoined) {
    db.announce('account')
    await db.rows('update users set subscription_attempt_id = $2, subscription_attempt_plan = $3 where id = $1', [db.userId, id, plan])
  }
  return {
    id,
    customerId: getCustomerId(row, account),
    isOtherAccount: row.accountId !== null && row.accountId !== account,
    user: { id: db.userId, email: row.email, name: row.name },
  }
}

/**
 * Keeps the one that another request has stored meanwhile. @param replaced a customer that the provider doesn't know any more @returns the
 * stored customer
 */
export const saveCustomer = async (db: UserDb, account: string, created: string, replaced: string | null): Promise<string> => {
  const stored = getCustomerId(await readSubscriptionRow(db, { lock: true }), account)
  if (stored && stored !== replaced) return stored
  db.announce('account')
  await db.rows('update users set stripe_customer_id = $2, subscription_account = $3 where id = $1', [db.userId, created, account])
  return created
}

/** If so, a check is queued, since the user may pay and close the window before returning. */
export const isCurrentAttempt = async (db: UserDb, attempt: string, now: Date): Promise<boolean> => {
  const at = new Date(now.getTime() + checkDelayMs)
  const [current] = await db.rows<{ at: Date }>(
    `update users set subscription_next_check_at = least(subscription_next_check_at, $3) where id = $1 and subscription_attempt_id = $2
     returning subscription_next_check_at as at`,
    [db.userId, attempt, at],
  )
  if (current) {
    db.announce('account')
    await queueCheck(db, current.at)
  }
  return current !== undefined
}
