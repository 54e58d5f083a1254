import type { Accounts } from '#server/domain/payments/accounts/accounts.ts'
import { InvalidSignature, ProviderError } from '#server/domain/payments/provider.ts'
import { findEndpointById, openRegistration } from '#server/domain/payments/webhooks/endpoints.ts'
import { recordEvent } from '#server/domain/payments/webhooks/events.ts'
import type { Database } from '#server/platform/db/client.ts'
import type { Secrets } from '#server/platform/encryption/secrets.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import type { RawRequest, RawRoute } from '#server/platform/http/raw-route.ts'
import { createInvalidSignatureLimit } from '#server/providers/webhooks/invalid-signatures.ts'
import { type ProviderName, providerLabels, providerNames } from '#shared/payment-methods.ts'

type Deps = { database: Database; accounts: Accounts; secrets: Secrets; now: () => Date; log: (line: string) => void }

/** Far above what providers send. */
const maxBytes = 262_144

const unknown = () => notFound('Webhook')
const later = (why: string) => new AppError(503, why, { retryAfter: 60 })

/** Where providers send their events. An event is never believed: it only says what to ask about. */
export const webhookRoutes = (deps: Deps): RawRoute[] => {
  const bad = createInvalidSignatureLimit(() => deps.now().getTime(), deps.log)
  return providerNames.map((name) => ({
    path: `/api/webhooks/${name}/:token`,
    maxBytes,
    handle: (request) => receive(deps, bad, name, request),
  }))
}

const receive = async (
  { database, accounts, secrets, now, log }: Deps,
  bad: ReturnType<typeof createInvalidSignatureLimit>,
  name: ProviderName,
  { params, raw, headers, address }: RawRequest,
): Promise<void> => {
  const token = params.token ?? ''
  // Tokens have 32 characters of base64url; anything else isn't worth a query.
  if (!/^[\w-]{32}$/.test(token)) throw unknown()
  if (bad.isFlooding(address, token))
    throw new AppError(429, 'Too many events without a good signature. Wait a minute.', { retryAfter: 60 })
  // The address alone says whose event it is; nothing that the event says does.
  const [owner] = await database.asNobody((db) =>
    db.rows<{ userId: number; endpointId: number }>(
      'select user_id as "userId", endpoint_id as "endpointId" from find_webhook_owner($1)',
      [token],
      'webhooks.owner',
    ),
  )
  if (!owner) throw unknown()
  const { userId, endpointId } = owner
  const found = await database.asUser(userId, async (db) => {
    const endpoint = await findEndpointById(db, endpointId)
    return { endpoint, provider: endpoint?.provider === name ? await accounts.provider(db, name) : null }
  })
  const { endpoint, provider } = found
  if (!endpoint || !provider || provider.accountId !== endpoint.accountId) throw unknown()
  const kept = openRegistration(secrets, userId, endpoint)
  if (!kept) throw later('This webhook is just being registered. Please send the event again.')

  const event = await provider.verifyWebhook(raw, headers, kept, now()).catch((error: unknown) => {
    if (error instanceof InvalidSignature) {
      bad.note(address, token, `user ${userId}'s ${name} webhook`)
      throw new AppError(400, `This event was not signed by ${providerLabels[name]}, or not lately.`)
    }
    if (!(error instanceof ProviderError)) throw error
    log(`An event of ${name} for user ${userId} couldn't be checked and will come again: ${error.message}`)
    throw later(`${providerLabels[name]} could not be asked whether this event is its own. Please send it again.`)
  })
  await database.asUser(userId, (db) => recordEvent(db, now(), endpoint, event))
}
