import { ProviderError } from '#server/domain/payments/provider-error.ts'
import type { BillingProvider } from '#server/domain/subscription/billing-provider.ts'
import { getGraceEnd } from '#server/domain/subscription/state.ts'
import type { Database } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { route } from '#server/platform/http/route.ts'
import { subscriptionApi } from '#shared/contract/subscription.ts'
import type { PlanPrices } from '#shared/plans.ts'
import { openSubscription } from './open-subscription.ts'
import { getCustomerId, readSubscriptionRow } from './subscription-row.ts'
import { type SyncDeps, syncCustomer } from './sync.ts'

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

type PortalDeps = SyncDeps & { absolute: (path: string) => string }

/** Removed from the provider's messages before users see them. */
const keyPattern = /\b(?:sk|rk|pk|whsec)_\S+/g

/**
 * @throws AppError 409 for a user who never subscribed, 502 with the provider's message when it refuses, for example before its portal is
 * configured; ProviderError
 */
const createPortalUrl = async ({ database, provider, absolute, log }: PortalDeps, userId: number): Promise<string> => {
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

type Deps = {
  database: Database
  /** Null where plans can't be bought. */
  provider: BillingProvider | null
  prices: PlanPrices
  absolute: (path: string) => string
  publicUrl: () => URL
  now: () => Date
  log: (line: string) => void
}

export const subscriptionRoutes = (deps: Deps) => {
  const { provider, prices } = deps
  const withProvider = async <T>(work: (deps: Deps & { provider: BillingProvider }) => Promise<T>): Promise<T> => {
    if (!provider) throw billingNotSetUp()
    return work({ ...deps, provider }).catch(toAppError(deps.log))
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
