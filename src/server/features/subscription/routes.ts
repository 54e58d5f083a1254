import type { Database } from '#server/platform/db/client.ts'
import { route } from '#server/platform/http/route.ts'
import { subscriptionApi } from '#shared/api/subscription.ts'
import type { PlanPrices } from '#shared/plans.ts'
import { getGraceEnd } from './next-check.ts'
import { openSubscription } from './open.ts'
import { openPortal } from './portal.ts'
import type { BillingProvider } from './provider.ts'
import { readSubscriptionRow } from './row.ts'
import { syncCustomer } from './sync.ts'
import { billingNotSetUp, toAppError } from './trouble.ts'

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

/** Buying a plan, and looking after it. */
export const subscriptionRoutes = (deps: Deps) => {
  const { provider, prices } = deps
  const sold = async <T>(work: (deps: Deps & { provider: BillingProvider }) => Promise<T>): Promise<T> => {
    if (!provider) throw billingNotSetUp()
    return work({ ...deps, provider }).catch(toAppError(deps.log))
  }
  return [
    route(subscriptionApi.getOrCreate, ({ user, body }) => sold((using) => openSubscription(using, user.id, body.plan))),
    route(subscriptionApi.verify, ({ user }) => sold((using) => syncCustomer(using, user.id))),
    route(subscriptionApi.portal, ({ user }) => sold(async (using) => ({ url: await openPortal(using, user.id) }))),
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
