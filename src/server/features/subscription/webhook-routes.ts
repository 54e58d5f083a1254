import { InvalidSignature, ProviderError } from '#server/domain/payments/provider-error.ts'
import type { BillingProvider } from '#server/domain/subscription/billing-provider.ts'
import type { Database, Db } from '#server/platform/db/client.ts'
import type { Secrets } from '#server/platform/encryption/secrets.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import type { RawRequest, RawRoute } from '#server/platform/http/raw-route.ts'
import { verifyWebhookSignature } from '#server/providers/stripe/webhook-signature.ts'
import { createInvalidSignatureLimit } from '#server/providers/webhooks/invalid-signatures.ts'
import { webhookPath } from './register-webhook.job.ts'
import { queueSync } from './sync-queue.ts'
import { readWebhookSecret } from './webhook-registration.ts'

type Deps = {
  database: Database
  /** Null where plans can't be bought: there is no such webhook. */
  provider: BillingProvider | null
  secrets: Secrets
  now: () => Date
  log: (line: string) => void
}
type BillingEvent = { id: string; type: string; object: unknown }

/** Far above what the provider sends. */
const maxBytes = 262_144
/** How long it is known which events were seen: the provider repeats its own for some days. */
const keptDays = 90
/** There is one account, so one endpoint. */
const endpoint = 'platform'

const later = (why: string) => new AppError(503, why, { retryAfter: 60 })

/** Where the card provider sends what happens to the product's own subscriptions. An event is never believed: it only says whom to ask about. */
export const billingWebhookRoutes = (deps: Deps): RawRoute[] => {
  const bad = createInvalidSignatureLimit(() => deps.now().getTime(), deps.log)
  return [{ path: webhookPath, maxBytes, handle: (request) => receive(deps, bad, request) }]
}

const receive = async (
  deps: Deps,
  bad: ReturnType<typeof createInvalidSignatureLimit>,
  { raw, headers, address }: RawRequest,
): Promise<void> => {
  const { database, provider, secrets, now } = deps
  if (!provider) throw notFound('Webhook')
  if (bad.isFlooding(address, endpoint))
    throw new AppError(429, 'Too many events without a good signature. Wait a minute.', { retryAfter: 60 })
  const accountId = await accountOf(provider, deps.log)
  const secret = await database.asNobody((db) => readWebhookSecret(db, secrets, accountId))
  if (secret === null) throw later('This webhook is just being registered. Please send the event again.')
  let event: BillingEvent
  try {
    event = verifyWebhookSignature(raw, headers['stripe-signature'], secret, now())
  } catch (error) {
    if (!(error instanceof InvalidSignature)) throw error
    bad.note(address, endpoint, "the product's own account")
    throw new AppError(400, 'This event was not signed by Stripe, or not lately.')
  }
  await database.asNobody((db) => takeEvent(db, now(), accountId, event))
}

const accountOf = (provider: BillingProvider, log: (line: string) => void): Promise<string> =>
  provider.accountId().catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error
    log(`An event of the product's own account couldn't be checked and will come again: ${error.message}`)
    throw later('Stripe could not be asked which account this server uses. Please send the event again.')
  })

/** Notes an event and has its user's subscription asked about, both or neither. One that was seen before, or names nobody here, does nothing. */
const takeEvent = async (db: Db, now: Date, accountId: string, { id, type, object }: BillingEvent): Promise<void> => {
  const customerId = customerOf(object)
  if (customerId === null) return
  // Customers of another account are strangers, whoever they were.
  const [user] = await db.rows<{ id: number }>(
    'select id from users where stripe_customer_id = $1 and subscription_account = $2',
    [customerId, accountId],
    'billing.customer',
  )
  if (!user) return
  const isNew = await db.rows(
    'insert into billing_events (event_id, type, received_at) values ($1, $2, $3) on conflict do nothing returning 1',
    [id, type, now],
  )
  if (isNew.length === 0) return
  await queueSync(db, user.id)
  await db.rows("delete from billing_events where received_at < $1::timestamptz - $2::int * interval '1 day'", [now, keptDays])
}

/** Whom an event's object is about: the customer that it names, or the customer that it is. */
const customerOf = (object: unknown): string | null => {
  if (typeof object !== 'object' || object === null) return null
  const { id, object: kind, customer } = object as { id?: unknown; object?: unknown; customer?: unknown }
  return idOf(kind === 'customer' ? id : customer)
}

const idOf = (value: unknown): string | null => {
  if (typeof value === 'string') return value.length <= 255 && value !== '' ? value : null
  return typeof value === 'object' && value !== null ? idOf((value as { id?: unknown }).id) : null
}
