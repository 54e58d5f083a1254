import { decryptRegistration, findEndpointById } from '#server/domain/payments/webhooks/endpoints.ts'
import { recordWebhookEvent } from '#server/domain/payments/webhooks/events.ts'
import type { Services } from '#server/domain/services.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import type { RawRequest, RawRoute } from '#server/platform/http/raw-route.ts'
import { createWebhookReceiver, maxWebhookBytes, type WebhookReceiver, webhookNotRegistered } from '#server/providers/webhooks/receive.ts'
import { type ProviderName, providerNames } from '#shared/payment-methods.ts'

const unknownWebhook = () => notFound('Webhook')

/** An event only tells which attempts to fetch again: its contents are never recorded. */
export const webhookRoutes = (services: Services): RawRoute[] => {
  const receiver = createWebhookReceiver(services)
  return providerNames.map((name) => ({
    path: `/api/webhooks/${name}/:token`,
    maxBytes: maxWebhookBytes,
    handle: (request) => receive(services, receiver, name, request),
  }))
}

const receive = async (
  { database, accounts, secrets, now, hasRoomForEvent }: Services,
  receiver: WebhookReceiver,
  name: ProviderName,
  request: RawRequest,
): Promise<void> => {
  const token = request.params.token ?? ''
  // A token has 32 characters of base64url; anything else isn't looked up.
  if (!/^[\w-]{32}$/.test(token)) throw unknownWebhook()
  receiver.assertBelowLimit(request, token)
  // Only the token tells which business the event is for; nothing in the event does.
  const [owner] = await database.asNobody((db) =>
    db.rows<{ userId: number; endpointId: number }>(
      'select user_id as "userId", endpoint_id as "endpointId" from find_webhook_owner($1)',
      [token],
      'webhooks.owner',
    ),
  )
  if (!owner) throw unknownWebhook()
  const { userId, endpointId } = owner
  const { endpoint, provider } = await database.asUser(userId, async (db) => {
    const endpoint = await findEndpointById(db, endpointId)
    return { endpoint, provider: endpoint?.provider === name ? await accounts.provider(db, name) : null }
  })
  if (!endpoint || !provider || provider.accountId !== endpoint.accountId) throw unknownWebhook()
  const registration = decryptRegistration(secrets, userId, endpoint)
  if (!registration) throw webhookNotRegistered()
  const source = { provider: name, endpoint: token, description: `user ${userId}'s ${name} webhook` }
  const event = await receiver.verify(request, source, () => provider.verifyWebhook(request.raw, request.headers, registration, now()))
  const hasRoom = await hasRoomForEvent({ id: userId, read: (query) => database.readAsUser(userId, query) })
  await database.asUser(userId, (db) => recordWebhookEvent(db, now(), endpoint, event, hasRoom))
}
