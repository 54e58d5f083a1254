import { randomUUID } from 'node:crypto'
import { ProviderError } from '#server/domain/payments/provider-error.ts'
import type { ProviderSubscription } from '#server/domain/subscription/billing-provider.ts'
import { isOver } from '#server/domain/subscription/state.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { PaymentForm } from '#shared/contract/subscription.ts'
import type { SubscriptionPlan } from '#shared/plans.ts'
import { queueBillingWebhook } from './register-webhook.job.ts'
import { getCustomerId, readSubscriptionRow } from './subscription-row.ts'
import { queueCheck, type SellingServices, syncCustomer } from './sync.ts'

/** Concurrent requests for the same plan share it. */
type SubscriptionAttempt = {
  id: string
  customerId: string | null
  /** The user has a customer in another account. */
  isOtherAccount: boolean
  user: { id: number; email: string | null; name: string | null }
}

const checkDelayMs = 60_000

/** Joins the attempt in progress for the same plan. @param spent one that failed for good, and isn't joined */
const startAttempt = async (db: UserDb, account: string, plan: SubscriptionPlan, spent: string | null): Promise<SubscriptionAttempt> => {
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
const saveCustomer = async (db: UserDb, account: string, created: string, replaced: string | null): Promise<string> => {
  const stored = getCustomerId(await readSubscriptionRow(db, { lock: true }), account)
  if (stored && stored !== replaced) return stored
  db.announce('account')
  await db.rows('update users set stripe_customer_id = $2, subscription_account = $3 where id = $1', [db.userId, created, account])
  return created
}

/** If so, a check is queued, since the user may pay and close the window before returning. */
const isCurrentAttempt = async (db: UserDb, attempt: string, now: Date): Promise<boolean> => {
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

/** A spent idempotency key, a deleted customer and an expired subscription each need one new attempt. */
const maxTries = 4

/**
 * Continues the subscription that waits for its first payment, or opens a new one. Repeated and concurrent requests for one plan get the
 * same subscription; a request for another plan replaces it. @throws AppError 409 when the user has a plan already, or a payment for one is
 * pending; ProviderError
 */
export const openSubscription = async (services: SellingServices, userId: number, plan: SubscriptionPlan): Promise<PaymentForm> => {
  const { database, plans: provider, publicUrl } = services
  const account = await provider.accountId()
  const { sandbox, publishableKey, script } = provider
  await database.asUser(userId, (db) => queueBillingWebhook(db, userId, { accountId: account, sandbox }, publicUrl()))
  let spent: string | null = null
  for (let tried = 1; ; tried++) {
    const attempt = await database.asUser(userId, (db) => startAttempt(db, account, plan, spent))
    const clientSecret = await tryOpen(services, account, attempt, plan).catch((error: unknown) => {
      if (error instanceof ProviderError && error.isKeySpent && tried < maxTries) return null
      throw error
    })
    if (clientSecret) return { clientSecret, publishableKey, script }
    if (tried === maxTries) throw new ProviderError('No subscription could be opened, however often it was tried')
    spent = attempt.id
  }
}

/** @returns the client secret; null when a new attempt is needed */
const tryOpen = async (
  services: SellingServices,
  account: string,
  attempt: SubscriptionAttempt,
  plan: SubscriptionPlan,
): Promise<string | null> => {
  const { plans: provider, prices } = services
  const { id: userId } = attempt.user
  if (attempt.isOtherAccount) await syncCustomer(services, userId)
  const customerId = await findOrCreateCustomer(services, account, attempt)
  if (!customerId) return null
  const existing = await provider.listSubscriptions(customerId)
  const taken = existing.find((each) => each.status !== 'incomplete' && !isOver(each))
  if (taken) {
    // The user may have paid for it without returning.
    await syncCustomer(services, userId)
    throw new AppError(409, explainTaken(taken))
  }
  const waiting = existing.filter(({ status }) => status === 'incomplete')
  if (waiting.some(({ isPending }) => isPending)) throw new AppError(409, paymentPending)
  const reusable = waiting.find((each) => each.plan === plan && each.price === prices[plan])
  const secret = reusable ? await provider.getClientSecret(reusable.id) : null
  if (!(await cancelWaiting(services, customerId, secret ? waiting.filter((each) => each !== reusable) : waiting))) return null
  const opened =
    secret && reusable
      ? { id: reusable.id, clientSecret: secret }
      : await provider.openSubscription(customerId, plan, prices[plan], attempt.id)
  // The idempotency key led to a subscription that was canceled since.
  if (!secret && existing.some(({ id }) => id === opened.id)) return null
  if (await services.database.asUser(userId, (db) => isCurrentAttempt(db, attempt.id, services.now()))) return opened.clientSecret
  // A request for another plan has replaced the attempt, and couldn't see the subscription that this one was opening.
  if (!secret) await cancelWaiting(services, customerId, [opened])
  throw new AppError(409, 'Another plan was chosen in another window at the same moment. Choose your plan again.')
}

/** @returns false when one was paid meanwhile, or its payment is pending */
const cancelWaiting = async ({ plans: provider }: SellingServices, customerId: string, waiting: { id: string }[]): Promise<boolean> => {
  if (waiting.length === 0) return true
  // Listed again, since the provider would cancel a paid one as well.
  const current = await provider.listSubscriptions(customerId)
  const remaining = current.filter((each) => !isOver(each) && waiting.some(({ id }) => id === each.id))
  if (remaining.some(({ status, isPending }) => status !== 'incomplete' || isPending)) return false
  for (const each of remaining) await provider.cancelSubscription(each.id)
  return true
}

/** @returns null when the attempt's idempotency key leads to a customer that was deleted */
const findOrCreateCustomer = async (
  { plans: provider, database }: SellingServices,
  account: string,
  attempt: SubscriptionAttempt,
): Promise<string | null> => {
  const { user, customerId } = attempt
  if (customerId && (await provider.updateCustomer(customerId, user))) return customerId
  const created = await provider.createCustomer(user, `${attempt.id}:customer`)
  if (created === customerId) return null
  return database.asUser(user.id, (db) => saveCustomer(db, account, created, customerId))
}

const paymentPending =
  'Your bank is still deciding about your payment. Your plan begins when it agrees; until then there is nothing more to pay.'

const explainTaken = ({ status }: ProviderSubscription): string => {
  if (status === 'past_due' || status === 'unpaid') return 'You have a plan already, with an open bill. Pay the open bill in Billing.'
  if (status === 'paused') return 'You have a plan already, which is paused. Continue it in Billing.'
  return 'You have a plan already. You can change it in Billing.'
}
