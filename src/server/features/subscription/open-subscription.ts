import { ProviderError } from '#server/domain/payments/provider-error.ts'
import type { ProviderSubscription } from '#server/domain/subscription/billing-provider.ts'
import { isOver } from '#server/domain/subscription/state.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { PaymentForm } from '#shared/contract/subscription.ts'
import type { PlanPrices, SubscriptionPlan } from '#shared/plans.ts'
import { isCurrentAttempt, type SubscriptionAttempt, saveCustomer, startAttempt } from './attempt.ts'
import { queueBillingWebhook } from './register-webhook.job.ts'
import { type SyncDeps, syncCustomer } from './sync.ts'

export type OpenDeps = SyncDeps & { prices: PlanPrices; publicUrl: () => URL }

/** A spent key, a dead customer, a dead form: each is met once at most, and then with a new attempt. */
const mostTries = 4

/**
 * What the browser needs to pay for this plan: of the subscription that waits for it already, or of a new one. Repeated and overlapping calls for
 * one plan get the same; one for another plan takes the place of what waits.
 * @throws AppError 409 when there is a plan already
 * @throws ProviderError
 */
export const openSubscription = async (deps: OpenDeps, userId: number, plan: SubscriptionPlan): Promise<PaymentForm> => {
  const account = await deps.provider.accountId()
  const { provider, publicUrl } = deps
  await deps.database.asUser(userId, (db) =>
    queueBillingWebhook(db, userId, { accountId: account, sandbox: provider.sandbox }, publicUrl()),
  )
  let spent: string | null = null
  for (let tried = 1; ; tried++) {
    const attempt = await deps.database.asUser(userId, (db) => startAttempt(db, account, plan, spent))
    const clientSecret = await tryOpen(deps, account, attempt, plan).catch((error: unknown) => {
      if (error instanceof ProviderError && error.isKeySpent && tried < mostTries) return null
      throw error
    })
    if (clientSecret) return { clientSecret, publishableKey: deps.provider.publishableKey, script: deps.provider.script }
    if (tried === mostTries) throw new ProviderError('No subscription could be opened, however often it was tried')
    spent = attempt.id
  }
}

/** The client secret; null when this attempt can't lead to one any more. */
const tryOpen = async (deps: OpenDeps, account: string, attempt: SubscriptionAttempt, plan: SubscriptionPlan): Promise<string | null> => {
  const { provider, prices } = deps
  const { id: userId } = attempt.user
  if (attempt.isForeign) await syncCustomer(deps, userId)
  const customerId = await customerFor(deps, account, attempt)
  if (!customerId) return null
  const there = await provider.listSubscriptions(customerId)
  const taken = there.find((one) => one.status !== 'incomplete' && !isOver(one))
  if (taken) {
    // He may have paid for it without ever coming back.
    await syncCustomer(deps, userId)
    throw new AppError(409, whyTaken(taken))
  }
  const waiting = there.filter(({ status }) => status === 'incomplete')
  if (waiting.some(({ isPending }) => isPending)) throw new AppError(409, stillPending)
  const fitting = waiting.find((one) => one.plan === plan && one.price === prices[plan])
  const secret = fitting ? await provider.getClientSecret(fitting.id) : null
  if (!(await giveUp(deps, customerId, secret ? waiting.filter((one) => one !== fitting) : waiting))) return null
  const opened =
    secret && fitting
      ? { id: fitting.id, clientSecret: secret }
      : await provider.openSubscription(customerId, plan, prices[plan], attempt.id)
  // The key was good for a subscription that has ended since.
  if (!secret && there.some(({ id }) => id === opened.id)) return null
  if (await deps.database.asUser(userId, (db) => isCurrentAttempt(db, attempt.id, deps.now()))) return opened.clientSecret
  // Another tab has replaced the attempt, and could not see what this one was about to open. What is left over can be paid by nobody.
  if (!secret) await giveUp(deps, customerId, [opened])
  throw new AppError(409, 'Another plan was chosen in another window at the same moment. Choose your plan again.')
}

/** Ends what waits for a payment that nobody wants to make any more; false when one of them was paid meanwhile, or the bank has it. */
const giveUp = async ({ provider }: OpenDeps, customerId: string, waiting: { id: string }[]): Promise<boolean> => {
  if (waiting.length === 0) return true
  // They were listed a while ago, and the provider would end a paid one just as well.
  const now = await provider.listSubscriptions(customerId)
  const left = now.filter((one) => !isOver(one) && waiting.some(({ id }) => id === one.id))
  if (left.some(({ status, isPending }) => status !== 'incomplete' || isPending)) return false
  for (const one of left) await provider.cancelSubscription(one.id)
  return true
}

/** The user's customer at the provider, up to date; null when the attempt's own key leads to one who is gone. */
const customerFor = async ({ provider, database }: OpenDeps, account: string, attempt: SubscriptionAttempt): Promise<string | null> => {
  const { user, customerId } = attempt
  if (customerId && (await provider.updateCustomer(customerId, user))) return customerId
  const made = await provider.createCustomer(user, `${attempt.id}:customer`)
  if (made === customerId) return null
  return database.asUser(user.id, (db) => saveCustomer(db, account, made, customerId))
}

/** Money that is on its way must find what it was sent for. */
const stillPending =
  'Your bank is still deciding about your payment. Your plan begins when it agrees; until then there is nothing more to pay.'

const whyTaken = ({ status }: ProviderSubscription): string => {
  if (status === 'past_due' || status === 'unpaid') return 'You have a plan already, with an open bill. Pay the open bill in Billing.'
  if (status === 'paused') return 'You have a plan already, which is paused. Continue it in Billing.'
  return 'You have a plan already. You can change it in Billing.'
}
