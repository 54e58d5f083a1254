import { ProviderError } from '#server/domain/payments/provider-error.ts'
import type { Module, Services } from '#server/domain/services.ts'
import { getGraceEnd } from '#server/domain/subscription/state.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { route } from '#server/platform/http/route.ts'
import { subscriptionApi } from '#shared/contract/subscription.ts'
import { createSubscriptionNotifications } from './notifications.ts'
import { openSubscription } from './open-subscription.ts'
import { billingWebhookRunner } from './register-webhook.job.ts'
import { getCustomerId, readSubscriptionRow } from './subscription-row.ts'
import { subscriptionSweepRunner } from './sweep.job.ts'
import { checkRunner, syncRunner } from './sync.job.ts'
import { type SellingServices, sellsPlans, syncCustomer } from './sync.ts'
import { billingWebhookRoutes } from './webhook-routes.ts'

const billingNotSetUp = () =>
  new AppError(
    503,
    "Plans can't be bought on this server yet: whoever runs it has to set BILLING_STRIPE_SECRET_KEY and BILLING_STRIPE_PUBLISHABLE_KEY.",
  )

/** For a `catch`: 502, or 503 when the provider refuses the product's own key. */
const toAppError =
  (log: (line: string) => void) =>
  (error: unknown): never => {
    if (!(error instanceof ProviderError)) throw error
    log(`Billing: ${error.message}`)
    if (error.isKeyRefused)
      throw new AppError(
        503,
        "The payment provider doesn't accept this server's key, so plans can't be managed at the moment. Please tell whoever runs it.",
      )
    throw new AppError(502, "The payment provider can't be reached at the moment, and nothing was changed. Please try again in a minute.")
  }

/** Removed from the provider's messages before users see them. */
const keyPattern = /\b(?:sk|rk|pk|whsec)_\S+/g

/**
 * @throws AppError 409 for a user who never subscribed, 502 with the provider's message when it refuses, for example before its portal is
 * configured; ProviderError
 */
const createPortalUrl = async ({ database, plans: provider, absolute, log }: SellingServices, userId: number): Promise<string> => {
  const row = await database.asUser(userId, (db) => readSubscriptionRow(db))
  const customerId = row.customerId && getCustomerId(row, await provider.accountId())
  if (!customerId) throw new AppError(409, "There is nothing to manage yet: you haven't subscribed to a plan.")
  try {
    return await provider.createPortalUrl(customerId, absolute('/billing'))
  } catch (error) {
    if (!(error instanceof ProviderError && error.isRefused && !error.isKeyRefused)) throw error
    log(`Billing: ${error.message}`)
    throw new AppError(502, error.message.replaceAll(keyPattern, '…'))
  }
}

const subscriptionRoutes = (services: Services) => {
  const { plans: provider, prices } = services
  const withProvider = async <T>(work: (services: SellingServices) => Promise<T>): Promise<T> => {
    if (!sellsPlans(services)) throw billingNotSetUp()
    return work(services).catch(toAppError(services.log))
  }
  return [
    route(subscriptionApi.getOrCreate, ({ user, body }) => withProvider((using) => openSubscription(using, user.id, body.plan))),
    route(subscriptionApi.verify, ({ user }) => withProvider((using) => syncCustomer(using, user.id))),
    route(subscriptionApi.portal, ({ user }) => withProvider(async (using) => ({ url: await createPortalUrl(using, user.id) }))),
    route(subscriptionApi.billing, async ({ user }) => {
      const { state, trialInvoicesUsed } = await user.tx((db) => readSubscriptionRow(db))
      const { subscriptionStatus, subscriptionPlan, liveSubscriptions, endsAt, periodEnd, pastDueSince } = state
      const isActive = subscriptionStatus === 'active'
      return {
        subscriptionStatus,
        subscriptionPlan,
        trialInvoicesUsed,
        prices,
        canSubscribe: provider !== null,
        sandbox: provider?.sandbox ?? false,
        canManage: provider !== null && state.subscriptionId !== null,
        nextBillingAt: isActive && !endsAt && !pastDueSince ? periodEnd : null,
        endsAt: isActive ? endsAt : null,
        pastDueSince,
        graceEndsAt: pastDueSince && getGraceEnd(pastDueSince),
        liveSubscriptions,
      }
    }),
  ]
}

export const subscriptionModule: Module = (services) => ({
  routes: subscriptionRoutes(services),
  rawRoutes: billingWebhookRoutes(services),
  runners: [
    ...createSubscriptionNotifications(services).map((notification) => notification.createRunner(services)),
    checkRunner(services),
    syncRunner(services),
    subscriptionSweepRunner(services),
    billingWebhookRunner(services),
  ],
})
