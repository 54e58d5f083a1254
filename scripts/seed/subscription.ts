import { join } from 'node:path'
import { openSubscription } from '#features/subscription/open-subscription.ts'
import { readSubscriptionRow } from '#features/subscription/subscription-row.ts'
import { type SellingServices, syncCustomer } from '#features/subscription/sync.ts'
import type { Env } from '#server/platform/config/env.ts'
import type { Database } from '#server/platform/db/client.ts'
import { createStripeBilling } from '#server/providers/stripe/billing/provider.ts'
import type { SubscriptionPlan } from '#shared/plans.ts'
import { deriveStripeKeys, findRunningOrigin, startStripeSimulator } from '#simulators/stripe/stripe-simulator.ts'

type Deps = { database: Database; env: Env; log: (line: string) => void }

/** The simulator of the app that runs on the same data folder, or a temporary one that stores its state there for the app's next start. */
const openSandbox = async ({ dataDir, publicUrl }: Env): Promise<{ origin: string; close: () => Promise<void> }> => {
  const stateFile = join(dataDir, 'sandbox', 'stripe.json')
  const origin = findRunningOrigin(stateFile)
  return origin ? { origin, close: async () => undefined } : startStripeSimulator({ publicUrl: publicUrl.origin, stateFile })
}

/**
 * Buys a plan in the sandbox, like the Subscribe page, so that Billing shows a subscription that can be managed.
 * @returns whether the user has a plan now; without the sandbox no plan can be bought
 */
export const buyPlan = async ({ database, env, log }: Deps, userId: number, plan: SubscriptionPlan): Promise<boolean> => {
  const { state } = await database.asUser(userId, (db) => readSubscriptionRow(db))
  if (state.subscriptionId !== null) return true
  if (!env.sandbox || env.billing) return false
  const sandbox = await openSandbox(env)
  try {
    const plans = createStripeBilling({ ...deriveStripeKeys('platform'), apiOrigin: () => sandbox.origin, sandbox: true, script: null })
    const { prices, publicUrl } = env
    const services = { database, plans, prices, publicUrl: () => publicUrl, now: () => new Date(), log } as SellingServices
    const { clientSecret } = await openSubscription(services, userId, plan)
    const body = JSON.stringify({ payment_intent: clientSecret.split('_secret_')[0] })
    const paid = await fetch(`${sandbox.origin}/_sim/payments/pay`, { method: 'POST', body })
    if (!paid.ok) throw new Error(`The sandbox did not take the payment for the plan: ${await paid.text()}`)
    await syncCustomer(services, userId)
    return true
  } finally {
    await sandbox.close()
  }
}
