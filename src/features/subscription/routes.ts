import { ProviderError } from '#server/domain/payments/provider-error.ts'
import type { Module, Services } from '#server/domain/services.ts'
import type { BillingEvent, BillingProvider } from '#server/domain/subscription/billing-provider.ts'
import { getGraceEnd } from '#server/domain/subscription/state.ts'
import type { Db } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import type { RawRequest, RawRoute } from '#server/platform/http/raw-route.ts'
import { route } from '#server/platform/http/route.ts'
import {
  createWebhookReceiver,
  maxWebhookBytes,
  type WebhookReceiver,
  webhookNotRegistered,
  webhookUnavailable,
} from '#server/providers/webhooks/receive.ts'
import { subscriptionApi } from '#shared/contract/subscription.ts'
import { createSubscriptionNotifications } from './notifications.ts'
import { openSubscription } from './open-subscription.ts'
import { billingWebhookRunner, readWebhookSecret, webhookPath } from './register-webhook.job.ts'
import { getCustomerId, readSubscriptionRow } from './subscription-row.ts'
import { subscriptionSweepRunner } from './sweep.job.ts'
import { checkRunner, syncRunner } from './sync.job.ts'
import { queueSync, type SellingServices, sellsPlans, syncCustomer } from './sync.ts'

/** Of event ids. The provider repeats an event for some days. */
const retentionDays = 90
const endpoint = 'platform'

/** An event only tells whose subscription to fetch again: its contents are never stored. */
const billingWebhookRoutes = (services: Services): RawRoute[] => {
  const receiver = createWebhookReceiver(services)
  return [{ path: webhookPath, maxBytes: maxWebhookBytes, handle: (request) => receive(services, receiver, request) }]
}

const receive = async (services: Services, receiver: WebhookReceiver, request: RawRequest): Promise<void> => {
  const { database, plans: provider, secrets, now } = services
  if (!provider) throw notFound('Webhook')
  receiver.assertBelowLimit(request, endpoint)
  const accountId = await fetchAccountId(provider, services.log)
  const secret = await database.asNobody((db) => readWebhookSecret(db, secrets, accountId))
  if (secret === null) throw webhookNotRegistered()
  const source = { provider: 'stripe', endpoint, description: "the product's own account" } as const
  const event = await receiver.verify(request, source, () => provider.verifyWebhook(request.raw, request.headers, secret, now()))
  await database.asNobody((db) => recordEvent(db, now(), accountId, event))
}

const fetchAccountId = (provider: BillingProvider, log: (line: string) => void): Promise<string> =>
  provider.accountId().catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error
    log(`An event of the product's own account couldn't be verified and will be sent again: ${error.message}`)
    throw webhookUnavailable('Stripe could not be asked which account this server uses. Please send the event again.')
  })

/** A repeated event, or one about an unknown customer, does nothing. */
const recordEvent = async (db: Db, now: Date, accountId: string, { id, type, customerId }: BillingEvent): Promise<void> => {
  if (customerId === null) return
  const [user] = await db.rows<{ id: number }>(
    'select id from users where stripe_customer_id = $1 and subscription_account = $2',
    [customerId, accountId],
    'billing.customer',
  )
  if (!user) return
  const inserted = await db.rows(
    'insert into billing_events (event_id, type, received_at) values ($1, $2, $3) on conflict do nothing returning 1',
    [id, type, now],
  )
  if (inserted.length === 0) return
  await queueSync(db, user.id)
  await db.rows("delete from billing_events where received_at < $1::timestamptz - $2::int * interval '1 day'", [now, retentionDays])
}

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
