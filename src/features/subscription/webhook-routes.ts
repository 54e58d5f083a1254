import { ProviderError } from '#server/domain/payments/provider-error.ts'
import type { Services } from '#server/domain/services.ts'
import type { BillingEvent, BillingProvider } from '#server/domain/subscription/billing-provider.ts'
import type { Db } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import type { RawRequest, RawRoute } from '#server/platform/http/raw-route.ts'
import {
  createWebhookReceiver,
  maxWebhookBytes,
  type WebhookReceiver,
  webhookNotRegistered,
  webhookUnavailable,
} from '#server/providers/webhooks/receive.ts'
import { webhookPath } from './register-webhook.job.ts'
import { queueSync } from './sync-queue.ts'
import { readWebhookSecret } from './webhook-registration.ts'

/** Of event ids. The provider repeats an event for some days. */
const retentionDays = 90
const endpoint = 'platform'

/** An event only tells whose subscription to fetch again: its contents are never stored. */
export const billingWebhookRoutes = (services: Services): RawRoute[] => {
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
